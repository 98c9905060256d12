// The page as a visitor knows it: by what is written on it, not by its markup.

export class Kasuan {
  constructor(page, url) {
    this.page = page;
    this.url = url;
  }

  // Opens a question and waits for its answer.
  async open(query = '') {
    await this.page.goto(this.url + (query && `?${query}`));
    await this.ready();
  }

  async ready() {
    await this.page.locator('html[data-ready="true"]').waitFor();
  }

  // The query part of the address.
  query() {
    return new URL(this.page.url()).search.slice(1);
  }

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
}
