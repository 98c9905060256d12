// The page and the terminal program give the same answer to the same link.
import assert from 'node:assert/strict';
import { journey } from './support/journey.mjs';
import { plan } from './support/terminal.mjs';

// Different workloads, models, filters, purchase kinds, currencies and orders.
const LINKS = [
  '',
  'm=llama-3.1-70b&wq=bf16&ctx=8192&con=1',
  'm=llama-3.1-70b&wq=fp8&ctx=32768&con=16&sort=value',
  'm=deepseek-v3&wq=fp8&ctx=65536&con=1',
  'm=qwen3-30b-a3b&sort=speed',
  'm=llama-3.1-8b&wq=awq&gpu=t4,l4,a10',
  'm=llama-3.1-8b&wq=q4_k_m&eng=llamacpp&ctx=4096&con=1',
  'm=llama-3.1-70b&gpu=rtx-4090&cnt=4',
  'n=13&ctx=4096&con=4&tpot=50',
  'm=llama-3.1-8b&rps=5&ttft=1&use=office&sort=balanced',
  'm=llama-3.1-8b&tpd=20000000',
  'm=llama-3.1-8b&pay=od&prov=aws,azure,gcp&gpu=h100&cnt=8',
  'm=llama-3.1-8b&pay=od,spot,c1,c3,sub,cb,sl,pr&tier=cloud,specialist,market,community,broker',
  'reg=cn&cur=CNY',
  'reg=eu&jur=EU&cur=EUR&sort=steady',
  'vendor=amd&m=llama-3.1-70b',
  'gb=500&eg=2000&mon=6',
  'w=finetune&m=llama-3.1-8b&method=full&tok=0.05',
  'w=finetune&m=llama-3.1-8b&method=lora&rank=16&tok=0.05',
  'w=finetune&m=mistral-7b&method=qlora&tok=0.01&budget=500',
  'w=pretrain&n=1.3&tok=20&sort=speed',
  'w=vram&vram=40&gpuh=200',
  'w=hpc&pflop=1000000&prec=fp64',
  'w=render&frames=2000&fmin=6&ref=rtx-4090',
  'w=image&m=sdxl&wq=fp16&imgs=100&use=job',
  'w=vision&m=resnet-50',
  'comp=soc2&sla=99&ic=nvlink&cnt=2',
  'w=serve&ctx=-5&con=banana&nonsense=1',
];

for (const link of LINKS) {
  journey(`the first twenty of ?${link}`, {}, async (app) => {
    await app.open(link);
    const onPage = (await app.ranking()).slice(0, 20);
    const { offers } = await plan(app.url + (link && `?${link}`));
    assert.deepEqual(onPage, offers.map((offer) => `${offer.id} ${offer.plan}`));
  });
}
