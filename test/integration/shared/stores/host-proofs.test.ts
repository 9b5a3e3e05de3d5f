import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createOutbound, type Outbound } from '../../../../shared/outbound/outbound.ts';
import { createSigner } from '../../../../shared/secrets/signer.ts';
import { createHostProofs, type HostProofs } from '../../../../shared/stores/host-proofs.ts';

const store = { _id: 'store_1', slug: 'acme' };
const host = 'localhost';
const signer = createSigner([Buffer.alloc(32, 1)], 'hosts');

describe('the proofs of a host', () => {
  let server: Server;
  let port: number;
  let outbound: Outbound;
  let page: { html?: string; type?: string; location?: string };
  let records: Record<string, string[][]>;
  let proofs: HostProofs;
  let text: string;

  before(async () => {
    server = createServer(({ url }, res) => {
      const { html = '', type = 'text/html; charset=utf-8', location } = page;
      if (location !== undefined && url === '/') return void res.writeHead(302, { location }).end();
      res.writeHead(200, { 'content-type': type }).end(html);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    outbound = createOutbound({ allow: [`localhost:${port}`, `127.0.0.1:${port}`] });
    proofs = createHostProofs({
      ...{ outbound, signer, embedHosts: ['embed.example'] },
      resolveTxt: async (name) => records[name] ?? Promise.reject(new Error('ENOTFOUND')),
      toUrl: (name) => `http://${name}:${port}/`,
    });
    text = proofs.getText(store, host);
  });
  beforeEach(() => {
    page = {};
    records = {};
  });
  after(async () => {
    await outbound.close();
    server.close();
  });

  const tag = (slug: string, src = 'https://embed.example/service-embed.js') =>
    `<script async src="${src}" data-service-subdomain="${slug}"></script>`;
  const meta = (content: string) => `<meta name="service-verification" content="${content}">`;
  const find = () => proofs.lookUp(store, host);

  it('are a TXT record, whole or in parts', async () => {
    records[`_service-verification.${host}`] = [['other'], [text.slice(0, 9), text.slice(9)]];
    expect(await find()).to.equal('dns');
  });

  it('are a meta tag in the head of the front page', async () => {
    page.html = `<!doctype html><html><head><title>Shop</title>${meta(text)}</head><body></body></html>`;
    expect(await find()).to.equal('meta');
  });

  it('are the script tag of the store, pinned or not, anywhere on the page', async () => {
    page.html = `<body><p>Shop</p>${tag('acme')}</body>`;
    expect(await find()).to.equal('tag');
    page.html = tag('acme', 'https://embed.example/service-embed@0123456789ab.js');
    expect(await find()).to.equal('tag');
  });

  it('are found behind a redirect within the host, and not on the page of another host', async () => {
    page.html = `<head>${meta(text)}</head>`;
    page.location = '/en';
    expect(await find()).to.equal('meta');
    page.location = `http://127.0.0.1:${port}/en`;
    expect(await find()).to.equal(undefined);
  });

  const others: [string, () => string][] = [
    ['the text of another host', () => `<head>${meta(proofs.getText(store, 'other.example'))}</head>`],
    ['the text of another store', () => `<head>${meta(proofs.getText({ _id: 'store_2' }, host))}</head>`],
    ['the script tag of another store', () => tag('rival')],
    ['a script of that name from elsewhere', () => tag('acme', 'https://evil.example/service-embed.js')],
    ['another script of the service', () => tag('acme', 'https://embed.example/assets/main.js')],
    ['a meta tag in the body', () => `<head></head><body>${meta(text)}</body>`],
    ['words in a script', () => `<head><script>var review = '${meta(text)}${'<'}script>'</script></head>`],
    ['words in a comment', () => `<head><!-- ${meta(text)} ${tag('acme')} --></head>`],
    ['words in an attribute', () => `<p title='${meta(text)}${tag('acme')}'>x</p>`],
    ['words in a text field', () => `<textarea>${meta(text)}${tag('acme')}</textarea>`],
    ['escaped words', () => `<p>&lt;script data-service-subdomain="acme">`],
    ['nothing', () => ''],
  ];
  for (const [name, html] of others) {
    it(`are not ${name}`, async () => {
      page.html = html();
      expect(await find()).to.equal(undefined);
    });
  }

  it('are not in what is no page, and not on a shop that cannot be reached', async () => {
    page = { html: `<head>${meta(text)}</head>`, type: 'application/json' };
    expect(await find()).to.equal(undefined);
    const unreachable = createHostProofs({
      ...{ outbound, signer, embedHosts: [], resolveTxt: async () => [] },
      toUrl: () => 'https://10.0.0.1/',
    });
    expect(await unreachable.lookUp(store, host)).to.equal(undefined);
  });
});
