import { expect } from 'chai';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { pagesRouter } from '../../../../api/pages/router.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

const baseUrl = 'https://render.example';
const own = { baseUrl, developersUrl: `${baseUrl}/developers` };

describe('the public pages', () => {
  const http = (urls = own) =>
    supertest(
      buildApp({
        log: silentLogger(),
        registry: createRegistry('api'),
        trustProxy: 0,
        routers: [pagesRouter(urls)],
      }),
    );

  it('say at / what the service is, how to call it, and where to read on', async () => {
    const { text } = await http()
      .get('/')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(text)
      .to.include(`curl ${baseUrl}/visualize`)
      .and.include('href="/developers"')
      .and.include('href="/docs/quick-start"');
  });

  it('say at /developers that the operator adds credits', async () => {
    const { text } = await http().get('/developers').expect(200);
    expect(text).to.include('The operator of this service adds credits');
  });

  it('name the page for buying credits at /developers when one is configured, escaped', async () => {
    const developersUrl = 'https://portal.example/?a=1&b="2"';
    const { text } = await http({ baseUrl, developersUrl }).get('/developers').expect(200);
    expect(text)
      .to.include('href="https://portal.example/?a=1&#38;b=&#34;2&#34;"')
      .and.not.include('The operator of this service adds credits');
  });

  it('link to each other and to the documentation', async () => {
    const pages = await Promise.all(['/', '/developers'].map((path) => http().get(path)));
    const links = new Set(
      pages.flatMap(({ text }) => [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!)),
    );
    links.delete('/readyz');
    expect([...links].sort()).to.deep.equal([
      '/',
      '/developers',
      '/docs',
      '/docs/quick-start',
      '/docs/reference',
    ]);
  });

  it('allow no scripts and no other origin', async () => {
    const { headers } = await http().get('/');
    expect(headers['content-security-policy']).to.include("default-src 'none'").and.not.include('script-src');
  });

  it('reject other methods', async () => {
    const { headers } = await http().post('/').expect(405);
    expect(headers.allow).to.match(/GET/);
  });
});
