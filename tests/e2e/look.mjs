import { chromium } from 'playwright-core';
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic']});
const shots=[
 ['a-train-en', 'w=finetune&m=llama-3.1-8b&method=lora&tok=0.05&mg=a100-80gb-sxm&mp=25&mi=3.2', 1280, 'en','light'],
 ['b-train-zh-dark', 'w=finetune&m=llama-3.1-70b&method=full&tok=0.05', 1280, 'zh','dark'],
 ['c-image-phone-zh', 'w=image&m=flux.1-dev', 390, 'zh','light'],
 ['d-13b-en', 'n=13', 1280, 'en','dark'],
];
for (const [name,q,w,lang,theme] of shots){
  const c = await b.newContext({viewport:{width:w,height:900},locale:lang==='zh'?'zh-CN':'en-US',colorScheme:theme});
  const p = await c.newPage();
  await p.goto('http://127.0.0.1:8123/?'+q);
  await p.waitForSelector('html[data-ready=true]',{timeout:20000});
  if(w<500){ const e=await p.$('button:has-text("修改")'); if(e) await e.click(); }
  await p.evaluate(()=>document.querySelectorAll('.question details, .accuracy').forEach(d=>d.open=true));
  await p.waitForTimeout(400);
  const el = await p.$('.question'); await el.screenshot({path:`/tmp/shot-${name}-form.png`});
  await p.evaluate(()=>{const q=document.querySelector('.question'); q.style.maxHeight='none'; q.style.position='static'; q.style.overflow='visible'});
  await p.screenshot({path:`/tmp/shot-${name}.png`});
  const form=await p.$('.question form'); await form.screenshot({path:`/tmp/shot-${name}-form.png`});
  const f=await p.$('.foot'); await f.scrollIntoViewIfNeeded(); await f.screenshot({path:`/tmp/shot-${name}-foot.png`});
  await c.close();
}
await b.close();
