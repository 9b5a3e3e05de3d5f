import { expect } from 'chai';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { openWebFiles } from '../../../../api/assets/web-files.ts';
import { pagesRouter } from '../../../../api/pages/router.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

const baseUrl = 'https://render.example';
const own = { baseUrl, developersUrl: `${baseUrl}/developers` };

describe('the public pages', () => {
  const web = openWebFiles({ development: false });
  const http = (urls = own) =>
    supertest(
      buildApp({
        log: silentLogger(),
        registry: createRegistry('api'),
        trustProxy: 0,
        routers: [pagesRouter({ ...urls, web })],
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

  it('say at /developers that the operator adds credits', async () => {
    const { text } = await http().get('/developers').expect(200);
    expect(text).to.include('The operator of this service adds credits');
  });

  it('name the page for buying credits at /developers when one is configured, escaped', async () => {
    const developersUrl = 'https://portal.example/?a=1&b="2"';
    const { text } = await http({ baseUrl, developersUrl }).get('/developers').expect(200);
    expect(text)
      .to.include('href="https://portal.example/?a=1&amp;b=&quot;2&quot;"')
      .and.not.include('The operator of this service adds credits');
  });

  it('link to each other and to the documentation', async () => {
    const pages = await Promise.all(['/', '/developers'].map((path) => http().get(path)));
    const links = new Set(
      pages.flatMap(({ text }) => [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!)),
    );
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
