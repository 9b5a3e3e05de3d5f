import { expect } from 'chai';
import { Router } from 'express';
import request from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { openWebFiles } from '../../../../api/assets/web-files.ts';
import type { ServiceHosts } from '../../../../api/http/context-check.ts';
import { type TryOnPagesDependencies, tryOnPagesRouter } from '../../../../api/try-on-pages/router.ts';
import { pageTexts } from '../../../../api/try-on-pages/texts.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import type { StoreDirectory } from '../../../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { type Bootstrap, languages } from '../../../../shared/try-on/contract.ts';

const service: ServiceHosts = {
  serviceDomain: 'tryon.example',
  main: ['embed.tryon.example'],
  staging: [],
  development: false,
};

const makeStore = (change: Partial<StoreDoc> = {}): StoreDoc => ({
  _id: 'store_1',
  account: 'acc_1',
  slug: 'acme',
  name: 'Acme',
  hosts: ['shop.example'],
  settings: {},
  integration: { state: 'Not connected', revision: 0 },
  createdAt: new Date(),
  ...change,
});

const getDirectory = (...stores: StoreDoc[]): StoreDirectory => ({
  bySlug: async (slug) => stores.find((store) => store.slug === slug) ?? null,
  byHost: async () => null,
  forget: () => undefined,
});

/** The pages of shared looks have a test of their own: these look none up. */
const noLooks = {} as TryOnPagesDependencies['looks'];

describe('the pages of the try-on', () => {
  const web = openWebFiles({ development: false });

  function app(
    store: Partial<StoreDoc> = {},
    directory = getDirectory(makeStore(store)),
    hosts: ServiceHosts = service,
  ) {
    const home = Router().get('/', (_req, res) => void res.send('the platform’s own page'));
    return buildApp({
      log: silentLogger(),
      trustProxy: 1,
      registry: createRegistry('api'),
      routers: [tryOnPagesRouter({ directory, service: hosts, web, looks: noLooks }), home],
    });
  }
  const get = (path: string, store: Partial<StoreDoc> = {}) =>
    request(app(store)).get(path).set({ Host: 'embed.tryon.example', 'X-Forwarded-Proto': 'https' });
  const getHosted = (path: string, store: Partial<StoreDoc> = {}) =>
    get(path, store).set('Host', 'acme.tryon.example');

  function getBootstrap(html: string): Bootstrap {
    const [, json] = /<script type="application\/json" id="bootstrap">(.*?)<\/script>/s.exec(html) ?? [];
    return JSON.parse(json ?? '') as Bootstrap;
  }

  const getPolicy = (headers: Record<string, string>) => headers['content-security-policy']?.split(';') ?? [];

  it('are, at /embed/{store}, for a frame of the store’s hosts', async () => {
    const { text, headers } = await get('/embed/acme?embed=1&origin=https://shop.example').expect(200);
    expect(getBootstrap(text)).to.deep.include({
      embedded: true,
      parentOrigins: ['https://shop.example'],
      apiBase: '/api/try-on/acme',
    });
    expect(getBootstrap(text).store).to.include({ slug: 'acme', name: 'Acme', photoHours: 24 });
    expect(getPolicy(headers)).to.include("frame-ancestors 'self' https://shop.example");
    expect(headers).not.to.have.property('x-frame-options');
    expect(headers).to.include({ 'cross-origin-resource-policy': 'cross-origin' });
  });

  it('are, on the store’s subdomain, for no frame', async () => {
    const { text, headers } = await getHosted('/?flow=guided').expect(200);
    expect(getBootstrap(text)).to.deep.include({ embedded: false, parentOrigins: [] });
    expect(getPolicy(headers)).to.include("frame-ancestors 'none'");
    expect(headers['x-frame-options']).to.equal('DENY');
  });

  it('leave / of the service’s own host to the platform', async () => {
    const { text } = await get('/').expect(200);
    expect(text).to.equal('the platform’s own page');
  });

  it('load scripts by a nonce of this response alone, and nothing of other origins', async () => {
    const [one, other] = await Promise.all([get('/embed/acme?embed=1'), get('/embed/acme?embed=1')]);
    const policy = getPolicy(one.headers);
    const [, nonce] = /'nonce-([^']+)'/.exec(policy.join()) ?? [];
    expect(other.headers['content-security-policy']).not.to.include(nonce);
    expect(policy).to.include.members(["default-src 'none'", "connect-src 'self'", "base-uri 'none'"]);
    expect(policy.join()).not.to.match(/unsafe|https?:(?!\/\/shop)/);
    const scripts = [...one.text.matchAll(/<script (?!type="application\/json")[^>]*>/g)].map(String);
    expect(scripts).to.deep.equal([
      `<script type="module" nonce="${nonce}" src="/${web().build.tryOn.script}">`,
    ]);
    expect(one.text).not.to.match(/<style|\sstyle=|\son\w+=/);
  });

  it('say which features of the browser they use, and let no shared cache keep them', async () => {
    const { headers } = await get('/embed/acme?embed=1');
    expect(headers['permissions-policy']).to.include('camera=(self)').and.include('geolocation=()');
    expect(headers).to.include({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  it('link only to files of the build', async () => {
    const { text } = await get('/embed/acme?embed=1&lang=de');
    const paths = [...text.matchAll(/(?:href|src)="\/([^"]+)"/g)].map(([, path]) => path!);
    expect(paths).to.include.members([web().build.tryOn.script, ...web().build.tryOn.styles]);
    expect(paths.filter((path) => !web().files.has(path))).to.deep.equal([]);
  });

  it('show what a merchant wrote as text', async () => {
    const name = `</script><script>alert(1)</script>"'&\u2028`;
    const { text } = await get('/embed/acme?embed=1', { name });
    expect(getBootstrap(text).store.name).to.equal(name);
    expect(text).not.to.include('<script>alert');
    expect(text).to.include('<title>&lt;/script>');
  });

  it('do not tell a page of another shop that it may be spoken to', async () => {
    const { text, headers } = await get('/embed/acme?embed=1&origin=https://stranger.example').expect(200);
    expect(getBootstrap(text).parentOrigins).to.deep.equal([
      'https://embed.tryon.example',
      'https://shop.example',
    ]);
    expect(headers['content-security-policy']).not.to.include('stranger');
  });

  it('can be framed by anything when the store allows it', async () => {
    const { text, headers } = await get('/embed/acme?embed=1', { settings: { embedAnywhere: true } });
    expect(headers['content-security-policy']).not.to.include('frame-ancestors');
    expect(getBootstrap(text).parentOrigins).to.deep.equal([]);
  });

  describe('opened by itself', () => {
    const passed = 'anonymous_id=a%26b&flow=guided&closet=p1%2Cp2&product_id=p1&consent=denied';

    it('lead from /embed to the hosted page with what the shop passed', async () => {
      const path = `/embed/acme?embed=1&origin=https://shop.example&${passed}`;
      const { headers } = await get(path).set('Sec-Fetch-Dest', 'document').expect(302);
      expect(headers.location).to.equal(`https://acme.tryon.example/?${passed}`);
      expect(headers['cache-control']).to.equal('no-store');
    });

    it('lead there without embed=1 too, as the loader’s link after a time-out has it', async () => {
      const { headers } = await get('/embed/acme').expect(302);
      expect(headers.location).to.equal('https://acme.tryon.example/');
    });

    it('lead there by the scheme and port of BASE_URL, whatever the headers of the request say', async () => {
      const hosts = { ...service, publicAt: { scheme: 'https', port: '' } } as const;
      const { headers } = await request(app({}, undefined, hosts))
        .get('/embed/acme')
        .set({ Host: 'embed.tryon.example:6666', 'X-Forwarded-Proto': 'javascript' })
        .expect(302);
      expect(headers.location).to.equal('https://acme.tryon.example/');
    });

    it('stay where the service has no domain for hosted pages', async () => {
      const hosts = { ...service, serviceDomain: 'localhost' };
      await request(app({}, undefined, hosts))
        .get('/embed/acme')
        .set('Host', 'embed.tryon.example')
        .expect(200);
    });

    it('stay when they are in a frame', async () => {
      await get('/embed/acme?embed=1').set('Sec-Fetch-Dest', 'iframe').expect(200);
    });
  });

  describe('in a language', () => {
    const choices: {
      query?: string;
      store?: (typeof languages)[number];
      accept?: string;
      language: string;
    }[] = [
      { query: 'de', store: 'fr', accept: 'es', language: 'de' },
      { query: 'de-AT', language: 'de' },
      { query: 'xx', store: 'fr', accept: 'es', language: 'fr' },
      { accept: 'es-MX,es;q=0.9,en;q=0.5', language: 'es' },
      { accept: 'pt,fr;q=0.5', language: 'fr' },
      { accept: 'pt', language: 'en' },
      { language: 'en' },
    ];
    for (const { query, store, accept, language } of choices) {
      const by = [
        query && `?lang=${query}`,
        store && `a store in ${store}`,
        accept && `a browser of ${accept}`,
      ];
      it(`are ${language} for ${by.filter(Boolean).join(', ') || 'nothing'}`, async () => {
        const sent = get(`/embed/acme?embed=1${query ? `&lang=${query}` : ''}`, {
          settings: store ? { language: store } : {},
        });
        const { text } = await (accept ? sent.set('Accept-Language', accept) : sent);
        expect(text).to.include(`<html lang="${language}" dir="ltr">`);
      });
    }
  });

  it('are written from right to left in Arabic', async () => {
    const { text } = await get('/embed/acme?embed=1&lang=ar').expect(200);
    expect(text).to.include('<html lang="ar" dir="rtl">');
  });

  it('have the words of the shop in the language of the page alone, and never as HTML', async () => {
    const texts = {
      en: { photo: { title: '</script><script>alert(1)</script>' } },
      de: { photo: { title: 'Zeig uns dein Zimmer' } },
    };
    const read = async (lang: string) => {
      const { text } = await get(`/embed/acme?embed=1&lang=${lang}`, { settings: { texts } }).expect(200);
      expect(text).not.to.include('<script>alert');
      const [, json] = /<script type="application\/json" id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(text)!;
      return (JSON.parse(json!) as Bootstrap).store.texts;
    };
    expect(await read('en')).to.deep.equal(texts.en);
    expect(await read('de')).to.deep.equal(texts.de);
    expect(await read('fr')).to.equal(null);
  });

  for (const language of languages) {
    it(`say in ${language} that they need JavaScript, and that there is no such store`, async () => {
      const { noScript, unknownStore } = pageTexts[language];
      const page = await get(`/embed/acme?embed=1&lang=${language}`).expect(200);
      expect(page.text).to.include(noScript);
      const notice = await get(`/embed/unknown?embed=1&lang=${language}`).expect(404);
      expect(notice.text).to.include(`>${unknownStore.title}</h1>`).and.include(unknownStore.text);
    });

    it(`say in ${language} that they are not available while the database is down`, async () => {
      const down: StoreDirectory = {
        ...getDirectory(),
        bySlug: () => Promise.reject(new Error('refused by mongo:27017')),
      };
      const { text, headers } = await request(app({}, down)).get(`/embed/acme?lang=${language}`).expect(503);
      expect(text).to.include(pageTexts[language].unavailable.title).and.not.include('mongo');
      expect(headers).to.include({ 'retry-after': '60', 'cache-control': 'no-store' });
    });
  }

  it('show a notice of an unknown store in the frame of whoever framed it, and tell the loader only that', async () => {
    const { headers, text } = await get('/embed/unknown?embed=1').expect(404);
    expect(getPolicy(headers)).to.include('frame-ancestors *');
    const [, nonce] = /script-src 'nonce-([^']{24})'(;|$)/.exec(getPolicy(headers).join(';')) ?? [];
    expect(headers['cache-control']).to.equal('no-store');
    expect(text.match(/<script.*?<\/script>/gs)).to.deep.equal([
      `<script nonce="${nonce}">parent.postMessage({"service":1,"type":"notice"}, '*')</script>`,
    ]);
    const again = await get('/embed/unknown?embed=1');
    expect(again.headers['content-security-policy']).not.to.include(nonce);
  });

  it('show it on a host below the subdomain of a store', async () => {
    const response = await get('/').set({ Host: 'a.acme.tryon.example' });
    expect([response.status, response.text]).not.to.include('the platform’s own page');
    expect(response.status).to.equal(404);
  });

  it('look up 120 unknown stores a minute for one address', async () => {
    const known = getDirectory(makeStore());
    let looked = 0;
    const bySlug = (slug: string) => {
      looked += 1;
      return known.bySlug(slug);
    };
    const pages = app({}, { ...known, bySlug });
    const ask = (slug: string, address: string) =>
      request(pages).get(`/embed/${slug}?embed=1`).set({ 'X-Forwarded-For': address });
    for (let index = 0; index < 120; index += 1)
      expect((await ask(`store-${index}`, '203.0.113.1')).status).to.equal(404);
    const refused = await ask('store-120', '203.0.113.1');
    expect([refused.status, looked]).to.deep.equal([503, 120]);
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
    expect((await ask('acme', '203.0.113.2')).status).to.equal(200);
  });

  it('show it on the subdomain of an unknown store too', async () => {
    await get('/').set('Host', 'unknown.tryon.example').expect(404).expect('Content-Type', /html/);
  });

  const malformed = [
    '/embed/acme?embed=1&lang[]=de&lang[]=fr&origin[a]=b',
    '/embed/acme?embed=1&origin=%00&lang=%F0%9F%98%80&closet=%zz&anonymous_id=<script>',
    '/embed/acme?embed=1&embed=2&origin=https://shop.example&origin=https://stranger.example',
    `/embed/acme?embed=1&closet=${'x'.repeat(5000)}`,
    '/embed/ACME?embed=1',
    '/embed/acme/?embed=1',
  ];
  for (const path of malformed) {
    it(`are not broken by ${path.slice(0, 90)}`, async () => {
      const { text } = await get(path).expect(200);
      expect(getBootstrap(text).store.slug).to.equal('acme');
    });
  }

  for (const path of ['/embed/%zz', '/embed/a%2Fb?embed=1', '/embed/__proto__']) {
    it(`say at ${path} that there is no try-on`, async () => {
      await get(path).expect(404).expect('Content-Type', /html/);
    });
  }

  it('reject other methods', async () => {
    const { headers } = await request(app()).post('/embed/acme').expect(405);
    expect(headers.allow).to.equal('GET, HEAD');
  });
});
