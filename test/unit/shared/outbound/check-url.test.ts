import { expect } from 'chai';
import { createUrlRules } from '../../../../shared/outbound/check-url.ts';
import { isPublicAddress } from '../../../../shared/outbound/public-address.ts';
import { OutboundRefused } from '../../../../shared/outbound/refused.ts';

describe('outbound URLs', () => {
  const rules = (...allow: string[]) => createUrlRules({ allow }, isPublicAddress);
  const getReason = (url: string, ...allow: string[]): string => {
    try {
      rules(...allow).check(url);
      return 'taken';
    } catch (error) {
      if (error instanceof OutboundRefused) return error.reason;
      throw error;
    }
  };

  // Most of these are cujanovic/SSRF-Testing's and Svix' lists.
  const literals = [
    ...[
      '127.0.0.1',
      '127.1',
      '0',
      '0.0.0.0',
      '0x7f.1',
      '0x7f000001',
      '017700000001',
      '2130706433',
      '%31%32%37.0.0.1',
      '127.0.0.1.',
    ],
    ...[
      '127。0。0。1',
      '①②⑦.⓪.⓪.①',
      '[::]',
      '[::1]',
      '[::ffff:7f00:1]',
      '[::ffff:127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::7f00:1]',
    ],
    ...[
      '[64:ff9b:1::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
      '[2600::5efe:7f00:1]',
      '[::ffff:0:7f00:1]',
    ],
    ...[
      '[fe80::1]',
      '[fec0::1]',
      '[fd00:ec2::254]',
      '169.254.169.254',
      '169.254.170.2',
      '100.100.100.200',
      '168.63.129.16',
    ],
    ...[
      '192.0.0.192',
      '198.18.0.1',
      '240.0.0.1',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '255.255.255.255',
      '0251.0376.0251.0376',
    ],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      'a.localhost.',
      'redis',
      'metadata',
      'metadata.google.internal',
    ],
    ...['printer.local', 'nas.home.arpa', 'redis.'],
  ];
  for (const host of literals) {
    it(`refuses the address of https://${host}/`, () => {
      expect(getReason(`https://${host}/`)).to.equal('address');
    });
  }

  const refused: [string, string][] = [
    ['http://example.com/a.png', 'scheme'],
    ['ftp://example.com/a.png', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com:6379/_x', 'scheme'],
    ['data:image/png;base64,AAAA', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['blob:https://example.com/1', 'scheme'],
    ['wss://example.com/', 'scheme'],
    ['https://user:pass@example.com/', 'credentials'],
    ['https://user@example.com/', 'credentials'],
    ['https://:pass@example.com/', 'credentials'],
    ['https://example.com@127.0.0.1/', 'credentials'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:25/', 'port'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:6379/', 'port'],
    ['https://example.com:27017/', 'port'],
    ['https://example.com:9200/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:65536/', 'url'],
    ['https://', 'url'],
    ['https:///a.png', 'taken'],
    ['', 'url'],
    ['example.com/a.png', 'url'],
    ['//example.com/a.png', 'url'],
    ['https://exa mple.com/', 'url'],
    [' https://example.com/', 'characters'],
    ['https://example.com/ ', 'characters'],
    ['https://example.com\\@127.0.0.1/', 'characters'],
    ['https:\\\\example.com/', 'characters'],
    ['https://exam\tple.com/', 'characters'],
    ['https://example.com/a\n.png', 'characters'],
    ['https://[::1', 'url'],
    ['https://[fe80::1%25lo]/', 'url'],
    ['https://1.2.3.4.5/', 'url'],
    ['https://256.0.0.1/', 'url'],
    [`https://example.com/${'a'.repeat(8173)}`, 'length'],
  ];
  for (const [url, reason] of refused) {
    it(`refuses for ${reason}: ${JSON.stringify(url.slice(0, 50))}`, () => {
      // https:///a.png has the host "a.png" to every WHATWG parser, and only DNS can say that there is none.
      expect(getReason(url)).to.equal(reason);
    });
  }

  const taken = [
    `https://example.com/${'a'.repeat(8172)}`,
    'https://example.com/a.png',
    'https://EXAMPLE.com./a?b=c#d',
    'https://example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ];
  for (const url of taken) {
    it(`accepts ${url.slice(0, 50)}`, () => {
      expect(getReason(url)).to.equal('taken');
    });
  }

  it('percent-encodes spaces inside a path, as browsers do', () => {
    expect(rules().check('https://example.com/a b.png?c d').href).to.equal(
      'https://example.com/a%20b.png?c%20d',
    );
  });

  for (const [url, problem] of [
    ['example.com/a.png', 'is not a complete URL; write it as https://host/path'],
    [`https://example.com/${'a'.repeat(8173)}`, 'is longer than 8192 characters; send a shorter URL'],
    ['https://example.com/\\a', /^has a tab, a line break or a backslash, .*; write these percent-encoded$/],
  ] as const) {
    it(`says of ${url.slice(0, 30)} what to do`, () => {
      expect(() => rules().check(url)).to.throw(OutboundRefused, problem);
    });
  }

  describe('with allow entries', () => {
    const cases: [string, string, string][] = [
      ['gpu:5000', 'http://gpu:5000/predictions', 'taken'],
      ['gpu:5000', 'https://GPU:5000/', 'taken'],
      ['gpu:5000', 'http://gpu:5001/', 'scheme'],
      ['gpu:5000', 'http://gpu/', 'scheme'],
      ['gpu:5000', 'https://gpu:5001/', 'address'],
      ['gpu:5000', 'http://a.gpu:5000/', 'scheme'],
      ['gpu:5000', 'http://gpu.:5000/', 'scheme'],
      ['gpu:5000', 'http://user:pass@gpu:5000/', 'credentials'],
      ['gpu:5000', 'ftp://gpu:5000/', 'scheme'],
      ['gpu:80', 'http://gpu/', 'taken'],
      ['gpu:80', 'https://gpu/', 'address'],
      ['gpu:443', 'https://gpu/', 'taken'],
      ['gpu:443', 'http://gpu/', 'scheme'],
      ['127.0.0.1:9000', 'http://127.0.0.1:9000/', 'taken'],
      ['127.0.0.1:9000', 'http://2130706433:9000/', 'taken'],
      ['127.0.0.1:9000', 'http://127.0.0.2:9000/', 'scheme'],
      ['127.0.0.1:9000', 'http://localhost:9000/', 'scheme'],
      ['[::1]:9000', 'http://[0::1]:9000/', 'taken'],
      [' Store.Example:6379 ', 'https://store.example:6379/', 'taken'],
    ];
    for (const [allow, url, outcome] of cases) {
      it(`${allow}: ${url} is ${outcome}`, () => {
        expect(getReason(url, allow)).to.equal(outcome);
      });
    }

    for (const entry of [
      'gpu',
      'gpu:',
      ':5000',
      'http://gpu:5000',
      'gpu:5000/x',
      'user@gpu:5000',
      'gpu:99999',
      'a b:1',
      '::1:80',
      '*',
    ]) {
      it(`refuses the entry ${JSON.stringify(entry)}`, () => {
        expect(() => rules(entry)).to.throw(TypeError, 'OUTBOUND_ALLOW');
      });
    }
  });

  it('has the same message for a name that does not exist and one that is private', () => {
    expect(new OutboundRefused('dns').message).to.equal(new OutboundRefused('address').message);
  });
});
