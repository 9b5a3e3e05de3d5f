import { expect } from 'chai';
import { type Framing, framePolicy } from '../../../../api/try-on-pages/frame-policy.ts';

const production: Framing = {
  hosts: ['shop.example', 'www.shop.example'],
  anywhere: false,
  origin: undefined,
  ownOrigin: 'https://embed.example',
  development: false,
};

describe('the frame policy of a store', () => {
  it('lets its hosts frame the page, by https alone', () => {
    expect(framePolicy(production).ancestors).to.deep.equal([
      "'self'",
      'https://shop.example',
      'https://www.shop.example',
    ]);
  });

  it('lets pages of this machine and http pages frame it in development', () => {
    const { ancestors } = framePolicy({ ...production, hosts: ['shop.test'], development: true });
    expect(ancestors).to.include.members(['http://shop.test:*', 'https://shop.test:*', 'http://localhost:*']);
  });

  it('does not let a registered localhost frame it in production', () => {
    const { ancestors } = framePolicy({
      ...production,
      hosts: ['localhost', 'demo.localhost', 'shop.example'],
    });
    expect(ancestors).to.deep.equal(["'self'", 'https://shop.example']);
  });

  it('leaves out a host that would begin another directive', () => {
    const { ancestors } = framePolicy({
      ...production,
      hosts: ["a.example;script-src 'unsafe-inline'", '[::1]'],
    });
    expect(ancestors).to.deep.equal(["'self'"]);
  });

  const origins: { origin: string | undefined; development?: true; accepted: boolean }[] = [
    { origin: 'https://shop.example', accepted: true },
    { origin: 'https://embed.example', accepted: true },
    { origin: 'https://stranger.example', accepted: false },
    { origin: 'http://shop.example', accepted: false },
    { origin: 'https://shop.example:8443', accepted: false },
    { origin: 'https://shop.example/', accepted: false },
    { origin: 'https://shop.example.stranger.example', accepted: false },
    { origin: 'https://shop.example@stranger.example', accepted: false },
    { origin: 'null', accepted: false },
    { origin: undefined, accepted: false },
    { origin: 'http://shop.example:4000', development: true, accepted: true },
    { origin: 'http://localhost:4000', development: true, accepted: true },
    { origin: 'http://stranger.example:4000', development: true, accepted: false },
  ];
  for (const { origin, development = false, accepted } of origins) {
    const where = development ? ' in development' : '';
    it(`${accepted ? 'speaks' : 'does not speak'} to ${origin ?? 'a page that is not named'}${where}`, () => {
      const { parentOrigins } = framePolicy({ ...production, origin, development });
      if (accepted) expect(parentOrigins).to.deep.equal([origin]);
      else expect(parentOrigins).to.include('https://shop.example').and.not.include(origin);
    });
  }

  it('lets anything frame and speak to the page of a store that allows it', () => {
    expect(framePolicy({ ...production, anywhere: true, origin: 'https://stranger.example' })).to.deep.equal({
      ancestors: null,
      parentOrigins: [],
    });
  });
});
