import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from 'chai';
import { isPublicAddress } from '../../../../shared/outbound/public-address.ts';
import { OutboundRefused } from '../../../../shared/outbound/refused.ts';
import { createDnsLookup, resolvePublic } from '../../../../shared/outbound/resolve.ts';

const types = { A: 1, CNAME: 5, AAAA: 28 } as const;
type RecordType = keyof typeof types;
/** Owner, type, value. */
type Zone = [string, RecordType, string][];

/** A name server on loopback: real queries, responses set by the test. */
describe('outbound names resolved by a real name server', () => {
  let nameServer: Socket;
  let zone: Zone;
  let silent: 'never' | 'all' | 'AAAA';
  let queries: number;
  let lookup: (name: string) => Promise<string[]>;

  beforeEach(async () => {
    zone = [];
    silent = 'never';
    queries = 0;
    nameServer = createSocket('udp4');
    nameServer.on('message', (query, peer) => {
      queries += 1;
      const quiet = silent === 'all' || (silent === 'AAAA' && getType(query) === types.AAAA);
      if (!quiet) nameServer.send(answerTo(query, zone), peer.port, peer.address);
    });
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    lookup = createDnsLookup([`127.0.0.1:${nameServer.address().port}`]);
  });
  afterEach(() => nameServer.close());

  const outcome = (name: string) =>
    resolvePublic(name, lookup, isPublicAddress).catch((error: unknown) => {
      if (error instanceof OutboundRefused) return error.reason;
      throw error;
    });

  const cases: [string, Zone, string | string[]][] = [
    [
      'gives A and AAAA of a public name',
      [
        ['x.test', 'A', '8.8.8.8'],
        ['x.test', 'AAAA', '2606:4700::1111'],
      ],
      ['8.8.8.8', '2606:4700::1111'],
    ],
    ['accepts a name with A only', [['x.test', 'A', '8.8.8.8']], ['8.8.8.8']],
    ['accepts a name with AAAA only', [['x.test', 'AAAA', '2606:4700::1111']], ['2606:4700::1111']],
    ['refuses a private A', [['x.test', 'A', '10.0.0.1']], 'address'],
    ['refuses a private AAAA', [['x.test', 'AAAA', 'fd00::1']], 'address'],
    [
      'refuses a public A with a private AAAA',
      [
        ['x.test', 'A', '8.8.8.8'],
        ['x.test', 'AAAA', '::1'],
      ],
      'address',
    ],
    [
      'refuses a mix in one response',
      [
        ['x.test', 'A', '8.8.8.8'],
        ['x.test', 'A', '169.254.169.254'],
      ],
      'address',
    ],
    [
      'refuses a CNAME to a private name',
      [
        ['x.test', 'CNAME', 'y.test'],
        ['y.test', 'A', '127.0.0.1'],
      ],
      'address',
    ],
    [
      'follows a CNAME to a public name',
      [
        ['x.test', 'CNAME', 'y.test'],
        ['y.test', 'A', '8.8.8.8'],
      ],
      ['8.8.8.8'],
    ],
    ['refuses a name that has no address', [['y.test', 'A', '8.8.8.8']], 'dns'],
  ];
  for (const [title, records, expected] of cases) {
    it(title, async () => {
      zone = records;
      expect(await outcome('x.test')).to.deep.equal(expected);
      expect(queries).to.be.greaterThan(1);
    });
  }

  it('never resolves from the hosts file', async () => {
    expect(await outcome('localhost')).to.be.oneOf(['dns', 'address']);
  });

  it('times out for a name server that does not respond', async () => {
    silent = 'all';
    expect(await outcome('x.test')).to.equal('dns');
  });

  it('uses the A record when the name server does not respond to AAAA', async () => {
    silent = 'AAAA';
    zone = [['x.test', 'A', '8.8.8.8']];
    expect(await outcome('x.test')).to.deep.equal(['8.8.8.8']);
  });
});

function answerTo(query: Buffer, zone: Zone): Buffer {
  let end = 12;
  const labels: string[] = [];
  while (query[end] !== 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + (query[end] ?? 0)));
    end += (query[end] ?? 0) + 1;
  }
  const type = query.readUInt16BE(end + 1);
  const records = recordsFor(labels.join('.').toLowerCase(), type, zone);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, end + 5), ...records]);
}

/** The query type: two bytes after the zero that ends the name. */
function getType(query: Buffer): number {
  return query.readUInt16BE(query.indexOf(0, 12) + 1);
}

function recordsFor(name: string, type: number, zone: Zone): Buffer[] {
  return zone
    .filter(([owner, kind]) => owner === name && (types[kind] === type || kind === 'CNAME'))
    .flatMap(([owner, kind, value]) => {
      const own = record(owner, types[kind], rdata(kind, value));
      return kind === 'CNAME' ? [own, ...recordsFor(value, type, zone)] : [own];
    });
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodedName(owner), fixed, data]);
}

function encodedName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.alloc(1),
  ]);
}

function rdata(kind: RecordType, value: string): Buffer {
  if (kind === 'CNAME') return encodedName(value);
  if (kind === 'A') return Buffer.from(value.split('.').map(Number));
  const [head = '', tail = ''] = value.split('::');
  const groups = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [left, right] = [groups(head), groups(tail)];
  const all = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
