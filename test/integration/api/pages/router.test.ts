import { expect } from 'chai';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { openWebFiles } from '../../../../api/assets/web-files.ts';
import type { Readiness } from '../../../../api/ops/readiness.ts';
import { pagesRouter } from '../../../../api/pages/router.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

const baseUrl = 'https://render.example';
const packs = [{ credits: 100, price: 1900, currency: 'EUR' }];
const readiness = { status: 'ready' } as Readiness;

describe('the public page', () => {
  const web = openWebFiles({ development: false });
  const http = () =>
    supertest(
      buildApp({
        log: silentLogger(),
        registry: createRegistry('api'),
        trustProxy: 0,
        routers: [pagesRouter({ baseUrl, packs, web, readiness: async () => readiness })],
      }),
    );

  it('say at / what the service is, how to call it, and where to read on', async () => {
    const { text } = await http()
      .get('/')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(text.replace(/<[^>]*>/g, '')).to.include(`curl ${baseUrl}/visualize`);
    expect(text).to.include('href="/developers"').and.include('href="/docs/quick-start"');
  });

  it('link to the developers and to the documentation', async () => {
    const { text } = await http().get('/');
    const links = new Set([...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!));
    for (const path of [
      '/sign-up',
      '/developers',
      '/docs/quick-start',
      '/docs/reference',
      '/docs/install',
      '/readyz',
    ])
      expect(links).to.include(path);
  });

  it('say what a credit pays for, what packs cost, and whether the service works', async () => {
    const { text } = await http().get('/');
    expect(text).to.include('One credit pays for one successful render').and.include('€19.00');
    expect(text).to.include('Everything works');
  });

  it('allow no scripts, no inline styles and no other origin', async () => {
    const { headers, text } = await http().get('/');
    const policy = headers['content-security-policy'];
    expect(policy).to.include("default-src 'none'").and.include("style-src 'self'");
    expect(policy).not.to.match(/script-src|unsafe|https?:/);
    expect(text).not.to.match(/<script|<style|\sstyle=/);
  });

  it('reject other methods', async () => {
    const { headers } = await http().post('/').expect(405);
    expect(headers.allow).to.match(/GET/);
  });
});
