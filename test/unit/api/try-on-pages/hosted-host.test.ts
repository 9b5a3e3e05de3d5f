import { expect } from 'chai';
import type { ServiceHosts } from '../../../../api/http/context-check.ts';
import { serviceHosts } from '../../../../api/http/service-hosts.ts';
import { hostedOrigin, hostedSlug, readOwnAddress } from '../../../../api/try-on-pages/hosted-host.ts';

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
    { host: 'a.b.tryon.example', slug: 'a.b' },
    { host: 'a.embed.tryon.example', slug: 'a.embed' },
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

  const hostedAt = (service: ServiceHosts, protocol: string, host: string) =>
    hostedOrigin('acme', readOwnAddress({ protocol, host }, service), service);

  it('has the scheme and the port of the request where the service does not know its own', () => {
    expect(hostedAt(production, 'https', 'embed.tryon.example')).to.equal('https://acme.tryon.example');
    expect(hostedAt(development, 'http', 'localhost:3000')).to.equal('http://acme.tryon.example:3000');
    expect(hostedAt(production, 'javascript', 'embed.tryon.example')).to.equal('http://acme.tryon.example');
  });

  it('has the scheme and the port of BASE_URL in production, whatever headers say', () => {
    const configure = (baseUrl: string) =>
      serviceHosts({
        BASE_URL: baseUrl,
        EMBED_HOST: '',
        SERVICE_DOMAIN: 'tryon.example',
        STAGING_HOSTS: [],
        NODE_ENV: 'production',
      });
    const plain = configure('https://api.tryon.example/v1');
    for (const protocol of ['javascript', 'http', 'https'])
      expect(hostedAt(plain, protocol, 'embed.tryon.example:6666')).to.equal('https://acme.tryon.example');
    const other = configure('https://api.tryon.example:8443');
    expect(hostedAt(other, 'http', 'embed.tryon.example')).to.equal('https://acme.tryon.example:8443');
    const unknown = configure('http://localhost:3000');
    expect(hostedAt(unknown, 'https', 'embed.tryon.example')).to.equal('https://acme.tryon.example');
  });

  it('is not known in production without a domain', () => {
    const service = { ...production, serviceDomain: 'localhost' };
    expect(hostedAt(service, 'https', 'embed.example')).to.equal(undefined);
    expect(hostedAt({ ...service, development: true }, 'https', 'embed.example')).to.equal(
      'https://acme.localhost',
    );
  });
});
