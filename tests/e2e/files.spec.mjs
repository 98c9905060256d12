// The model from its own files: chosen, dropped, pasted; the shape by hand. Files are made here.
import assert from 'node:assert/strict';
import { eventually, journey } from './support/journey.mjs';
import { plan } from './support/terminal.mjs';

const CONFIG = {
  model_type: 'mixtral', hidden_size: 4096, intermediate_size: 14336, num_hidden_layers: 32,
  num_attention_heads: 32, num_key_value_heads: 8, vocab_size: 32000, num_local_experts: 8,
  num_experts_per_tok: 2, max_position_embeddings: 32768, torch_dtype: 'bfloat16',
};
const SHAPE = 'arch=l32.h4096.f14336.a32.k8.v32000.c32768.e8.et2';

const json = (name, value) => ({
  name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)),
});

// A safetensors head; its data would follow.
function safetensors(tensors) {
  let at = 0;
  const header = {};
  for (const [name, shape] of tensors) {
    const end = at + 2 * shape.reduce((product, size) => product * size, 1);
    header[name] = { dtype: 'BF16', shape, data_offsets: [at, end] };
    at = end;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return { name: 'tiny.safetensors', mimeType: '', buffer: Buffer.concat([length, text]) };
}

// A GGUF head of version 3: metadata of 32-bit numbers and texts, one tensor in Q4_0.
function gguf(name, metadata, tokens) {
  const number = (value, bytes) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigUInt64LE(BigInt(value));
    return buffer.subarray(0, bytes);
  };
  const text = (value) => Buffer.concat([number(Buffer.byteLength(value), 8), Buffer.from(value)]);
  const entries = Object.entries(metadata).map(([key, value]) => Buffer.concat(
    typeof value === 'string'
      ? [text(key), number(8, 4), text(value)]
      : [text(key), number(4, 4), number(value, 4)],
  ));
  const words = Array.from({ length: tokens }, (_, n) => text(`token ${n}`));
  entries.push(Buffer.concat([
    text('tokenizer.ggml.tokens'), number(9, 4), number(8, 4), number(tokens, 8), ...words,
  ]));
  const tensor = [text('token_embd.weight'), number(2, 4), number(4096, 8), number(tokens, 8),
    number(2, 4), number(0, 8)];
  return { name, mimeType: '', buffer: Buffer.concat([
    Buffer.from('GGUF'), number(3, 4), number(1, 8), number(entries.length, 8), ...entries, ...tensor,
  ]) };
}

const LLAMA = {
  'general.architecture': 'llama', 'general.name': 'Tiny Llama', 'general.file_type': 2,
  'llama.block_count': 32, 'llama.embedding_length': 4096, 'llama.feed_forward_length': 14336,
  'llama.attention.head_count': 32, 'llama.attention.head_count_kv': 8,
};

const choose = (app, files) => app.field('Model file').setInputFiles(files);
const said = (app) => app.description(app.field('Model file'));

journey('a config is read, and the link stands for it', {}, async (app) => {
  await app.open();
  await choose(app, json('config.json', CONFIG));
  await eventually(() => app.query(), (query) => query.includes(SHAPE), 'the link');
  assert.match(await said(app), /46\.7 B · BF16 · config\.json/);
  const [ranking, query] = [await app.ranking(), app.query()];
  const answer = await plan(query);
  assert.deepEqual(ranking, answer.offers.map((offer) => `${offer.id} ${offer.plan}`));
  await app.page.reload();
  await app.ready();
  assert.deepEqual(await app.ranking(), ranking);
  await app.page.goBack();
  await eventually(() => app.query(), (now) => !now.includes('arch='), 'Back undoes it');
});

journey('config and index of one model add up', {}, async (app) => {
  await app.open();
  const index = { metadata: { total_size: 93405585408 }, weight_map: { a: 'b' } };
  await choose(app, [
    json('model.safetensors.index.json', index), json('config.json', CONFIG),
  ]);
  await eventually(() => app.query(), (query) => query.includes('wb=93.405585'), 'the bytes');
  assert.ok(app.query().includes(SHAPE));
  // Another precision is another file: the bytes no longer hold.
  await app.precision('FP8').check();
  await eventually(() => app.query(), (query) => query.includes('wq=fp8'), 'the precision');
  assert.ok(!app.query().includes('wb='));
});

journey('of a large file only the head is read', {}, async (app) => {
  await app.open();
  const file = gguf('tiny.gguf', LLAMA, 128256);
  assert.ok(file.buffer.length > 2 << 20);
  await choose(app, file);
  await eventually(() => app.query(), (query) => query.includes('wq=q4_0'), 'the link');
  assert.ok(app.query().includes('arch=l32.h4096.f14336.a32.k8.v128256.y1'));
  assert.match(await said(app), /Tiny Llama/);
});

journey('a safetensors head gives exact counts', {}, async (app) => {
  await app.open();
  await choose(app, safetensors([
    ['model.embed_tokens.weight', [32000, 512]],
    ['model.layers.0.self_attn.q_proj.weight', [512, 512]],
    ['model.layers.0.self_attn.k_proj.weight', [128, 512]],
    ['model.layers.0.mlp.down_proj.weight', [512, 1400]],
  ]));
  await eventually(() => app.query(), (query) => query.includes('arch=l1.h512.'), 'the link');
  assert.ok(app.query().includes('wb=0.034857'), app.query());
  assert.match(await said(app), /128 is assumed/);
});

journey('a dropped file is read', {}, async (app, page) => {
  await app.open();
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'config.json'));
    const field = document.querySelector('.file');
    for (const type of ['dragover', 'drop']) {
      field.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, JSON.stringify(CONFIG));
  await eventually(() => app.query(), (query) => query.includes(SHAPE), 'the link');
});

journey('a pasted config is read, by the keyboard alone', {}, async (app, page) => {
  await app.open();
  await page.getByText('Or paste config.json').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(JSON.stringify(CONFIG));
  await eventually(() => app.query(), (query) => query.includes(SHAPE), 'the link');
});

const BROKEN = [
  ['empty.json', '', 'The file is empty.', '文件是空的。'],
  ['picture.png', '\x89PNG and more bytes', 'none of config.json', '这不是 config.json'],
  ['config.json', '{"hidden_size": 4096', 'The JSON is broken at byte 21.', 'JSON 在第 21 个字节处有误。'],
  ['config.json', '{"hidden_size": -1}', 'hidden_size must be a whole number from 1 to 16,777,216.',
    'hidden_size 应为 1 到 16,777,216 之间的整数。'],
  ['config.json', '{"a": 1}', 'The field hidden_size is missing.', '缺少字段 hidden_size。'],
  ['x.safetensors', '\xff\xff\xff\xff\xff\xff\xff\x7f{"a":1}', 'at most 64 MiB are accepted', '最多接受 64 MiB'],
  ['model-00001-of-00004.safetensors', '\x02\0\0\0\0\0\0\0{}', 'part 1 of 4', '4 个分片中的第 1 个'],
];

for (const [name, text, english, chinese] of BROKEN) {
  journey(`${name} is refused: ${english}`, {}, async (app) => {
    for (const [lang, label, sentence] of [['en', 'Model file', english], ['zh', '模型文件', chinese]]) {
      await app.open(`lang=${lang}`);
      const before = app.query();
      const field = app.field(label);
      await field.setInputFiles({ name, mimeType: '', buffer: Buffer.from(text, 'latin1') });
      await eventually(() => app.description(field), (note) => note.includes(sentence), sentence);
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(app.query(), before);
    }
  });
}

journey('the assumed shape of a size is shown and can be changed', {}, async (app, page) => {
  await app.open('n=13');
  const summary = page.getByText(/Architecture/);
  assert.match(await summary.innerText(), /layers · .* assumed from the size/);
  await summary.click();
  await app.field('KV heads').fill('4');
  await eventually(() => app.query(), (query) => /arch=[^&]*\.k4\./.test(query), 'the link');
  assert.ok(!app.query().includes('n=13'));
  assert.doesNotMatch(await summary.innerText(), /assumed/);
  await app.field('KV heads').fill('4000');
  await eventually(() => app.description(app.field('KV heads')), (note) => note.includes('between 1 and'), 'the range');
  await app.chooseModel('llama-3.1-70b');
  await eventually(() => app.query(), (query) => !query.includes('arch='), 'a preset takes its place');
});
