import { expect } from 'chai';
import type { ServiceHosts } from '../../../../api/http/context-check.ts';
import { sharesLinks, shareUrl } from '../../../../api/try-on/share-address.ts';

const service: ServiceHosts = {
  serviceDomain: 'tryon.example',
  main: ['embed.tryon.example'],
  staging: ['staging.tryon.example'],
  development: false,
};
const own = { scheme: 'https', host: 'embed.tryon.example', port: '' } as const;
const store = (settings = {}) => ({ slug: 'acme', settings });

describe('The link of a shared look', () => {
  const links: [where: string, url: string, wanted: string][] = [
    ['on the hosted page', shareUrl(store(), 'k3', own, service), 'https://acme.tryon.example/?share=k3'],
    [
      'on the page that the store has chosen, whose parameters stay',
      shareUrl(store({ sharePage: 'https://acme.example/looks?a=1#top' }), 'k3', own, service),
      'https://acme.example/looks?a=1&share=k3#top',
    ],
    [
      'on the embedded page, where the service has no domain for hosted ones',
      shareUrl(store(), 'k3', own, { ...service, serviceDomain: 'localhost' }),
      'https://embed.tryon.example/embed/acme?share=k3',
    ],
  ];
  for (const [where, url, wanted] of links) {
    it(`is ${where}`, () => expect(url).to.equal(wanted));
  }

  const places: [host: string, sharingEnabled: boolean, shares: boolean][] = [
    ['embed.tryon.example', true, true],
    ['embed.tryon.example', false, false],
    ['staging.tryon.example', false, true],
    ['STAGING.tryon.example:8443', false, true],
    ['staging.tryon.example.stranger.example', false, false],
  ];
  for (const [host, sharingEnabled, shares] of places) {
    it(`is ${shares ? '' : 'not '}made on ${host} with the setting ${sharingEnabled ? 'on' : 'off'}`, () => {
      expect(sharesLinks(store({ sharingEnabled }), { host }, service)).to.equal(shares);
    });
  }
});
