// The page as a visitor knows it: by what is written on it, not by its markup.

export class Kasuan {
  constructor(page, url) {
    this.page = page;
    this.url = url;
  }

  // The same page in another visitor's browser.
  on(page) {
    return new Kasuan(page, this.url);
  }

  // Opens a question and waits for its answer.
  async open(query = '') {
    await this.page.goto(this.url + (query && `?${query}`));
    await this.ready();
  }

  // Waits for the first answer; a page that breaks will have none.
  async ready() {
    const ready = this.page.locator('html[data-whole="true"]');
    const broken = this.page.getByText('Something broke');
    await ready.or(broken).filter({ visible: true }).first().waitFor();
    if (await broken.isVisible()) throw new Error('the page broke');
  }

  // The query part of the address.
  query() {
    return new URL(this.page.url()).search.slice(1);
  }

  // The answer.

  headline() {
    return this.page.locator('[data-role="headline"]');
  }

  cards() {
    return this.page.locator('[data-offer]');
  }

  // The ranking on screen: offers with their plans, in order.
  ranking() {
    return this.cards().evaluateAll((cards) =>
      cards.map((card) => `${card.dataset.offer} ${card.dataset.plan}`));
  }

  // All that the answer says, to see whether it changes.
  answer() {
    return this.page.getByRole('region', { name: /^(The answer|结果)$/ }).innerText();
  }

  order(label) {
    return this.page.getByRole('radio', { name: label, exact: true });
  }

  problems() {
    return this.page.getByRole('alert').filter({ visible: true });
  }

  async openWhy(card) {
    await this.cards().nth(card).getByText(/^(Why|为什么)$/).click();
  }

  // The question.

  // A field by its label, of the question or of the frame around it.
  field(label) {
    return this.page.getByLabel(label, { exact: true });
  }

  question() {
    return this.page.getByRole('form', { name: /^(Your question|你的问题)$/ });
  }

  // One of a group of choices, by the group's label and its own.
  choice(group, label) {
    return this.page
      .getByRole('group', { name: group, exact: true })
      .getByRole('radio', { name: label, exact: true });
  }

  // One of a group of boxes to tick.
  box(group, label) {
    return this.question()
      .getByRole('group', { name: group, exact: true })
      .getByRole('checkbox', { name: label, exact: true });
  }

  precision(label) {
    return this.choice('Precision', label);
  }

  async chooseModel(id) {
    await this.field('Model').fill(id);
    await this.field('Model').press('Tab');
  }

  // What assistive technology reads after a field: hints and errors.
  description(field) {
    return field.evaluate((input) => (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText ?? '')
      .join(' '));
  }

  // Opens every folded group of the question.
  async openAll() {
    const groups = this.question().locator('details:not([open]) > summary');
    for (let left = await groups.count(); left > 0; left -= 1) await groups.first().click();
  }

  // On narrow screens: shows the question, and the answer again.
  async unfold() {
    await this.page.getByRole('button', { name: /(Change|修改)$/, expanded: false }).click();
  }

  async fold() {
    await this.page.getByRole('button', { name: /^(Show the answer|查看结果)$/ }).click();
  }

  // The frame.

  async scenario(name) {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  }

  async currency(code) {
    await this.page.getByLabel(/^(Currency|货币)$/).selectOption(code);
  }

  async toLanguage(name) {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async toggleTheme() {
    await this.page.getByRole('button', { name: /^(Dark theme|深色主题)$/ }).click();
  }

  // The button under the message of a missing catalog.
  retry() {
    return this.page.getByRole('button', { name: /Try again/ });
  }
}
