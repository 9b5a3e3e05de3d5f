import { expect } from 'chai';
import { hostOfUrl, normaliseHost } from '../../../../shared/stores/host.ts';

const hosts: [string, string | undefined][] = [
  ['shop.example', 'shop.example'],
  ['Shop.EXAMPLE', 'shop.example'],
  ['shop.example:8443', 'shop.example'],
  ['shop.example.', 'shop.example'],
  ['shop.example.:443', 'shop.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['localhost:3000', 'localhost'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['[::1]:3000', '[::1]'],
  ['', undefined],
  ['.', undefined],
  ['shop..example', undefined],
  ['https://shop.example', undefined],
  ['shop.example/path', undefined],
  ['user@shop.example', undefined],
  ['*.shop.example', undefined],
  ['shop.example\\evil.example', undefined],
  ['a b.example', undefined],
  ['shop.example:port', undefined],
];

const urls: [string | undefined, string | undefined][] = [
  ['https://Shop.example:8443', 'shop.example'],
  ['https://shop.example/products/x?y=1', 'shop.example'],
  ['https://shop.example@evil.example/', 'evil.example'],
  ['null', undefined],
  ['', undefined],
  [undefined, undefined],
  ['file:///etc/passwd', undefined],
  ['data:text/html,x', undefined],
  ['shop.example', undefined],
];

describe('host names', () => {
  for (const [raw, expected] of hosts) {
    it(`reads ${JSON.stringify(raw)} as ${expected}`, () => expect(normaliseHost(raw)).to.equal(expected));
  }
  for (const [raw, expected] of urls) {
    it(`finds ${expected} in the URL ${JSON.stringify(raw)}`, () =>
      expect(hostOfUrl(raw)).to.equal(expected));
  }
});
