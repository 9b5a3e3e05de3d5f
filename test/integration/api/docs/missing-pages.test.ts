import { expect } from 'chai';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { openWebFiles } from '../../../../api/assets/web-files.ts';
import { missingPagesRouter } from '../../../../api/docs/missing-pages.tsx';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

const baseUrl = 'https://render.example';
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('an address without a page', () => {
  const routers = [
    missingPagesRouter({
      baseUrl,
      document: openApiDocument(baseUrl),
      service: {
        serviceDomain: 'tryon.example',
        main: ['render.example'],
        staging: [],
        development: false,
        publicAt: { scheme: 'https', port: '' },
      },
      web: openWebFiles({ development: false }),
    }),
  ];
  const registry = createRegistry('api');
  const http = supertest(buildApp({ log: silentLogger(), registry, trustProxy: 0, routers }));

  /** Links of the list of pages with a similar name. */
  const similar = (html: string) => {
    const [, list = ''] = /Pages with a similar name<\/h2><ul>(.*?)<\/ul>/s.exec(html) ?? [];
    return [...list.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
  };

  it('is a page for people, which leads to the nearest ones', async () => {
    for (const [path, page] of [
      ['/docs/quikstart', '/docs/quick-start'],
      ['/guides/instal', '/docs/install'],
      ['/pricing/idempotence', '/docs/idempotency'],
    ] as const) {
      const { text, headers } = await http
        .get(path)
        .set('Accept', browser)
        .expect(404)
        .expect(/<html lang/);
      expect(
        similar(text).map((href) => href.split('#')[0]),
        path,
      ).to.include(page);
      expect(similar(text)).to.have.length.at.most(3);
      expect(headers['content-security-policy']).to.include("default-src 'none'");
    }
  });

  it('writes the address as text', async () => {
    const { text } = await http
      .get('/%3Cscript%3Ealert(1)%3C/script%3E"><b>')
      .set('Accept', browser)
      .expect(404);
    expect(text).not.to.include('<script>alert').and.not.to.include('<b>');
    expect(similar(text)).to.be.an('array');
  });

  it('is the Error object for programs, other methods and hosts of stores', async () => {
    const refusals = [
      http.get('/pricing'),
      http.get('/pricing').set('Accept', 'application/json'),
      http.post('/pricing').set('Accept', browser),
      http.get('/pricing').set('Accept', browser).set('Host', 'acme.tryon.example'),
    ];
    for (const refusal of refusals) {
      const { body } = await refusal.expect(404);
      expect(body).to.include({ code: 'NOT_FOUND' });
    }
  });
});
