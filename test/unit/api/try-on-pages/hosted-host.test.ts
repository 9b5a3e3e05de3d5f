import { expect } from 'chai';
import { hostedOrigin, hostedSlug } from '../../../../api/try-on-pages/hosted-host.ts';
import type { ServiceHosts } from '../../../../shared/events/context-check.ts';

const production: ServiceHosts = {
  serviceDomain: 'tryon.example',
  main: ['api.tryon.example', 'embed.tryon.example'],
  staging: ['staging.tryon.example'],
  development: false,
};
const development = { ...production, development: true };

describe('the host of a hosted page', () => {
  const hosts: { host: string | undefined; service?: ServiceHosts; slug: string | undefined }[] = [
    { host: 'acme.tryon.example', slug: 'acme' },
    { host: 'ACME.tryon.example:443', slug: 'acme' },
    { host: 'tryon.example', slug: undefined },
    { host: 'embed.tryon.example', slug: undefined },
    { host: 'api.tryon.example:443', slug: undefined },
    { host: 'staging.tryon.example', slug: undefined },
    { host: 'a.b.tryon.example', slug: undefined },
    { host: '.tryon.example', slug: undefined },
    { host: 'acme.tryon.example.stranger.example', slug: undefined },
    { host: 'acme.localhost', slug: undefined },
    { host: '', slug: undefined },
    { host: undefined, slug: undefined },
    { host: 'acme.localhost:3000', service: development, slug: 'acme' },
    { host: 'localhost:3000', service: development, slug: undefined },
    { host: '127.0.0.1:3000', service: development, slug: undefined },
    { host: '[::1]:3000', service: development, slug: undefined },
    { host: 'acme.localhost', service: { ...production, serviceDomain: 'localhost' }, slug: undefined },
  ];
  for (const { host, service = production, slug } of hosts) {
    const where = service.development ? ' in development' : '';
    it(`${host} ${slug === undefined ? 'is of no store' : `is of ${slug}`}${where}`, () =>
      expect(hostedSlug(host, service)).to.equal(slug));
  }

  it('has the scheme and the port of the request', () => {
    const at = (protocol: string, host: string) => hostedOrigin('acme', { protocol, host }, production);
    expect(at('https', 'embed.tryon.example')).to.equal('https://acme.tryon.example');
    expect(at('http', 'localhost:3000')).to.equal('http://acme.tryon.example:3000');
  });

  it('is not known in production without a domain', () => {
    const service = { ...production, serviceDomain: 'localhost' };
    const address = { protocol: 'https', host: 'embed.example' };
    expect(hostedOrigin('acme', address, service)).to.equal(undefined);
    expect(hostedOrigin('acme', address, { ...service, development: true })).to.equal(
      'https://acme.localhost',
    );
  });
});
