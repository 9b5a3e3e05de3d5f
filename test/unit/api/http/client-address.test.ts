import { expect } from 'chai';
import { clientAddress, widerNetworks } from '../../../../api/http/client-address.ts';

const network = (ip: string) => widerNetworks(clientAddress(ip))[0];
const site = (ip: string) => widerNetworks(clientAddress(ip))[1];

describe('the networks around a client', () => {
  it('are the /56 and the /48 of an IPv6 address', () => {
    expect(clientAddress('2001:db8:1:ab01::1')).to.equal('2001-db8-1-ab01');
    expect(network('2001:db8:1:ab01::1')).to.equal(network('2001:db8:1:abff::9'));
    expect(network('2001:db8:1:ab01::1')).not.to.equal(network('2001:db8:1:ac01::1'));
    expect(site('2001:db8:1:ab01::1')).to.equal(site('2001:db8:1:1::1'));
    expect(site('2001:db8:1:ab01::1')).not.to.equal(site('2001:db8:2:ab01::1'));
    expect(network('2001:db8:1::1')).not.to.equal(site('2001:db8:1::1'));
  });

  it('are an IPv4 address itself, also where it is written as IPv6', () => {
    expect(widerNetworks(clientAddress('::ffff:203.0.113.7'))).to.deep.equal(['203.0.113.7', '203.0.113.7']);
    expect(widerNetworks(clientAddress(undefined))).to.deep.equal(['unknown', 'unknown']);
  });
});
