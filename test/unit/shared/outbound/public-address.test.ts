import { expect } from 'chai';
import { isOwnAddress, isPublicAddress } from '../../../../shared/outbound/public-address.ts';

describe('public addresses', () => {
  const inside: [string, string[]][] = [
    ['this network', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    [
      'private use',
      [
        '10.0.0.1',
        '10.255.255.255',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.0.1',
        'fc00::1',
        'fd00:ec2::254',
        'fdff::1',
      ],
    ],
    ['carrier-grade NAT', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
    [
      'link-local and its metadata services',
      ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1', 'fec0::1'],
    ],
    ['metadata services at public addresses', ['168.63.129.16', '192.0.0.192']],
    [
      'protocol assignments and relays',
      ['192.0.0.1', '192.88.99.1', '192.52.193.1', '192.175.48.1', '2001:3::1', '2620:4f:8000::1'],
    ],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    [
      'multicast, reserved and broadcast',
      ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    ],
    ['discard-only, segment routing, ORCHID', ['100::1', '5f00::1', '2001:10::1', '2001:20::1']],
    [
      'IPv4-mapped private',
      [
        '::ffff:127.0.0.1',
        '::ffff:7f00:1',
        '::ffff:10.0.0.1',
        '::ffff:169.254.169.254',
        '::ffff:168.63.129.16',
      ],
    ],
    ['IPv4-compatible', ['::7f00:1', '::127.0.0.1', '::8.8.8.8']],
    ['IPv4-translated', ['::ffff:0:7f00:1', '::ffff:0:808:808']],
    ['NAT64 of private', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a83f:8110']],
    ['local NAT64', ['64:ff9b:1::7f00:1', '64:ff9b:1::808:808', '64:ff9b:1:ffff::1']],
    ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1']],
    ['Teredo', ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::1']],
    ['ISATAP', ['fe80::5efe:7f00:1', '2600:1:2:3:0:5efe:7f00:1', '2600:1:2:3:200:5efe:7f00:1']],
    ['unassigned', ['4000::1', '8000::1', 'e000::1', '1::1']],
    ['scoped', ['fe80::1%lo', '2606:4700::1111%eth0']],
    ['no address at all', ['', 'localhost', '1', '0x7f000001', '127.1', '8.8.8.8.', '[::1]', '8.8.8.8/32']],
  ];
  for (const [title, addresses] of inside) {
    for (const address of addresses) {
      it(`refuses ${title}: ${address || '(empty)'}`, () => {
        expect(isPublicAddress(address)).to.equal(false);
      });
    }
  }

  const outside = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '168.63.129.17',
  ];
  outside.push(
    '169.253.0.1',
    '192.169.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  );
  outside.push('::ffff:8.8.8.8', '64:ff9b::808:808');
  for (const address of outside) {
    it(`accepts ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true);
    });
  }
});

describe('own addresses', () => {
  const common = { netmask: '', mac: '', internal: false, cidr: null };
  const interfaces = {
    eth0: [
      { ...common, family: 'IPv4' as const, address: '52.1.2.3' },
      { ...common, family: 'IPv6' as const, address: '2600:1f18::5', scopeid: 0 },
    ],
  };

  it('include the public addresses of this machine, mapped ones too', () => {
    for (const own of ['52.1.2.3', '::ffff:52.1.2.3', '2600:1f18::5'])
      expect(isOwnAddress(own, interfaces)).to.equal(true);
  });

  it('do not include neighbouring addresses', () => {
    for (const other of ['52.1.2.4', '2600:1f18::6']) expect(isOwnAddress(other, interfaces)).to.equal(false);
  });

  it('are those of the real interfaces by default', () => {
    expect(isOwnAddress('127.0.0.1')).to.equal(true);
  });
});
