import { expect } from 'chai';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { openWebFiles } from '../../../../api/assets/web-files.ts';
import { pagesRouter } from '../../../../api/pages/router.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

const baseUrl = 'https://render.example';

describe('the public page', () => {
  const web = openWebFiles({ development: false });
  const http = () =>
    supertest(
      buildApp({
        log: silentLogger(),
        registry: createRegistry('api'),
        trustProxy: 0,
        routers: [pagesRouter({ baseUrl, web })],
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
    links.delete('/readyz');
    expect([...links].filter((path) => !path.startsWith('/assets/')).sort()).to.deep.equal([
      '/',
      '/developers',
      '/docs',
      '/docs/quick-start',
      '/docs/reference',
    ]);
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
