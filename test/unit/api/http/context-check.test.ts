import { expect } from 'chai';
import { passesContextCheck, type RequestOrigin } from '../../../../api/http/context-check.ts';

const store = { slug: 'acme', hosts: ['acme.example', 'www.acme.example', 'xn--bcher-kva.example'] };
const production = {
  serviceDomain: 'tryon.example',
  main: ['embed.service.example'],
  staging: ['staging.service.example'],
  development: false,
};
const development = { ...production, development: true };

type Row = [why: string, request: Partial<RequestOrigin>, passes: boolean];
const main = 'embed.service.example';

const rows: Row[] = [
  ['the main host as Origin', { host: main, origin: `https://${main}` }, true],
  ['the main host alone (no Origin, no Referer)', { host: main }, true],
  ['the hosted experience', { host: 'acme.tryon.example', origin: 'https://acme.tryon.example' }, true],
  ['a registered host as Origin', { host: main, origin: 'https://acme.example' }, true],
  ['a registered host as Referer', { host: main, referer: 'https://www.acme.example/products/x' }, true],
  ['staging', { host: main, origin: 'https://staging.service.example' }, true],
  ['another port', { host: `${main}:8443`, origin: 'https://acme.example:8443' }, true],
  ['another case as Referer', { host: main, referer: 'https://ACME.Example/' }, true],
  ['a trailing dot', { host: main, origin: 'https://acme.example.' }, true],
  ['IDN in Unicode as Referer', { host: main, referer: 'https://bücher.example/' }, true],
  ['IDN in punycode', { host: main, origin: 'https://xn--bcher-kva.example' }, true],
  ['Host with a port and nothing else', { host: 'acme.tryon.example:443' }, true],
  [
    'Origin null vouched for by the Referer',
    { host: main, origin: 'null', referer: 'https://acme.example/' },
    true,
  ],

  ['no header at all', {}, false],
  ['Origin null alone', { host: main, origin: 'null' }, false],
  [
    'Origin null and a stranger as Referer',
    { host: main, origin: 'null', referer: 'https://evil.example/' },
    false,
  ],
  ['an unknown Host alone', { host: 'evil.example' }, false],
  ['another site, although Host is ours', { host: main, origin: 'https://evil.example' }, false],
  [
    'a stranger with a Referer of the store',
    { host: main, origin: 'https://evil.example', referer: 'https://acme.example/' },
    false,
  ],
  ['another site as Referer only', { host: main, referer: 'https://evil.example/acme.example' }, false],
  [
    'the host as the head of a longer one',
    { host: main, origin: 'https://acme.example.evil.example' },
    false,
  ],
  ['the host as the tail of a longer one', { host: main, origin: 'https://evilacme.example' }, false],
  ['an unregistered subdomain', { host: main, origin: 'https://blog.acme.example' }, false],
  ['the host as a user name', { host: main, origin: 'https://acme.example@evil.example' }, false],
  ['a look-alike of an IDN', { host: main, origin: 'https://bucher.example' }, false],
  ['a Cyrillic look-alike', { host: main, origin: 'https://аcme.example' }, false],
  ['another store of the service', { host: main, origin: 'https://other.tryon.example' }, false],
  ['the bare service domain', { host: main, origin: 'https://tryon.example' }, false],
  ['a subdomain of the hosted experience', { host: main, origin: 'https://x.acme.tryon.example' }, false],
  ['a look-alike of the main host', { host: main, origin: `https://${main}.evil.example` }, false],
  ['another scheme', { host: main, origin: 'chrome-extension://acme.example' }, false],
  ['a host behind a backslash', { host: main, origin: 'https://acme.example\\@evil.example' }, false],
  ['a host behind a fragment', { host: main, origin: 'https://acme.example#@evil.example' }, false],
  ['an Origin with a path', { host: main, origin: 'https://acme.example/' }, false],
  ['an Origin with a user name', { host: main, origin: 'https://me@acme.example' }, false],
  ['an Origin in another case than browsers send', { host: main, origin: 'https://ACME.Example' }, false],
  ['an unreadable Origin', { host: main, origin: 'acme.example' }, false],
  ['an empty Origin', { host: main, origin: '' }, false],
];

const localRows: [origin: string, ofOurs: boolean][] = [
  ['http://localhost:3000', true],
  ['http://127.0.0.1:5173', true],
  ['http://[::1]:3000', true],
  ['http://acme.localhost:3000', true],
  ['http://other.localhost:3000', false],
  ['http://localhost.evil.example', false],
];

describe('the store context check', () => {
  for (const [why, request, passes] of rows) {
    it(`${passes ? 'accepts' : 'refuses'} ${why}`, () => {
      const full = { host: undefined, origin: undefined, referer: undefined, ...request };
      expect(passesContextCheck(full, store, production)).to.equal(passes);
      expect(passesContextCheck(full, store, development)).to.equal(passes);
    });
  }
  for (const [origin, ofOurs] of localRows) {
    it(`${ofOurs ? 'accepts' : 'refuses'} ${origin} in development, and refuses it in production`, () => {
      const request = { host: 'localhost:3000', origin, referer: undefined };
      expect(passesContextCheck(request, store, development)).to.equal(ofOurs);
      expect(passesContextCheck(request, store, production)).to.equal(false);
    });
  }
  it('refuses the Host localhost in production even where a service variable still names it', () => {
    const service = { ...production, serviceDomain: 'localhost', main: ['localhost'] };
    for (const host of ['localhost', 'acme.localhost']) {
      expect(passesContextCheck({ host, origin: undefined, referer: undefined }, store, service)).to.equal(
        false,
      );
    }
  });
});
