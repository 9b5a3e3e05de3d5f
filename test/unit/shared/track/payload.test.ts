import { expect } from 'chai';
import { trackUrl } from '../../../../shared/track/endpoint-url.ts';
import { trackPayload } from '../../../../shared/track/payload.ts';

const urls: [endpoint: string, url: string][] = [
  ['https://api.example', 'https://api.example/v1/track'],
  ['https://api.example/', 'https://api.example/v1/track'],
  ['https://api.example:8443', 'https://api.example:8443/v1/track'],
  ['https://api.example/proxy', 'https://api.example/proxy/v1/track'],
  ['https://api.example/proxy/', 'https://api.example/proxy/v1/track'],
  ['https://api.example/proxy//', 'https://api.example/proxy/v1/track'],
  ['https://api.example/a/b?token=x', 'https://api.example/a/b/v1/track?token=x'],
  ['https://api.example/?token=x', 'https://api.example/v1/track?token=x'],
  ['https://api.example?token=x#top', 'https://api.example/v1/track?token=x'],
  ['https://API.example/Proxy', 'https://api.example/Proxy/v1/track'],
  ['https://api.example/v1', 'https://api.example/v1/track'],
  ['https://api.example/v1/track', 'https://api.example/v1/track'],
  ['https://api.example/proxy/v1/track/?token=x', 'https://api.example/proxy/v1/track?token=x'],
  ['https://api.example/v1//track', 'https://api.example/v1//track/v1/track'],
  ['https://api.example/rev1', 'https://api.example/rev1/v1/track'],
];

describe('a track call', () => {
  for (const [endpoint, url] of urls) {
    it(`for ${endpoint} goes to ${url}`, () => expect(trackUrl(endpoint)).to.equal(url));
  }

  const event = {
    anonymousId: 'stitched',
    event: 'Try On Started',
    sessionId: 's-1',
    properties: { productIds: ['1'], selectedItemCount: 2 },
    timestamp: new Date('2026-01-02T03:04:05.006Z'),
  };

  it('has exactly the four fields, the prefixed name and milliseconds in UTC', () => {
    expect(trackPayload(event, 'acme')).to.deep.equal({
      anonymousId: 'stitched',
      event: 'Service Try On Started',
      properties: { productIds: ['1'], selectedItemCount: 2, sessionId: 's-1', storeSlug: 'acme' },
      timestamp: '2026-01-02T03:04:05.006Z',
    });
  });

  it('has null for a missing session, and never the store name among the properties', () => {
    const properties = { storeSlug: 'victim', sessionId: 'x' };
    expect(trackPayload({ ...event, sessionId: null, properties }, 'acme').properties).to.deep.equal({
      sessionId: null,
      storeSlug: 'acme',
    });
  });
});
