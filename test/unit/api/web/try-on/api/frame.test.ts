import { expect } from 'chai';
import { connectFrame } from '../../../../../../api/web/try-on/api/frame.ts';

const shop = 'https://shop.example';

interface Options {
  origin?: string | null;
  parentOrigins?: string[];
  isTop?: boolean;
}

function openFrame({ origin = shop, parentOrigins = [shop], isTop = false }: Options = {}) {
  const sent: [message: unknown, origin: string][] = [];
  const received: unknown[] = [];
  let listener: (event: object) => void = () => undefined;
  const parent = { postMessage: (message: unknown, target: string) => sent.push([message, target]) };
  const window = { parent, addEventListener: (_type: string, add: typeof listener) => (listener = add) };
  if (isTop) Object.assign(window, { parent: window });
  const link = connectFrame({
    window: window as unknown as Window,
    parentOrigins,
    origin,
    onMessage: (message) => received.push(message),
  });
  return { link, sent, received, parent, post: (event: object) => listener(event) };
}

const identify = { service: 1, type: 'identify', anonymousId: 'a' };

describe('Link to the storefront', () => {
  it('sends to the one origin that may frame the page', () => {
    const { link, sent } = openFrame();
    link?.send({ type: 'close' });
    expect(sent).to.deep.equal([[{ service: 1, type: 'close' }, shop]]);
  });

  it('reads what comes from the parent and its origin, and nothing else', () => {
    const { received, parent, post } = openFrame();
    post({ source: parent, origin: shop, data: identify });
    post({ source: parent, origin: 'https://evil.example', data: identify });
    post({ source: {}, origin: shop, data: identify });
    for (const data of [
      null,
      'text',
      { type: 'identify' },
      { service: 1, type: 'ready' },
      { service: 1, type: 7 },
    ]) {
      post({ source: parent, origin: shop, data });
    }
    expect(received).to.deep.equal([identify]);
  });

  it('knows whether there is a loader by its first message, and lets others listen until they end it', () => {
    const { link, parent, post } = openFrame();
    const heard: unknown[] = [];
    const end = link!.listen((message) => heard.push(message));
    post({ source: {}, origin: shop, data: identify });
    expect(link!.hasLoader()).to.equal(false);
    post({ source: parent, origin: shop, data: identify });
    end();
    post({ source: parent, origin: shop, data: identify });
    expect([link!.hasLoader(), heard]).to.deep.equal([true, [identify]]);
  });

  it('speaks to any web origin for a store that may be framed everywhere', () => {
    expect(openFrame({ parentOrigins: [] }).link).not.to.equal(null);
  });

  it('is not there for an origin that may not frame the page, or that is none', () => {
    for (const origin of [null, '*', 'null', 'https://evil.example', `${shop}/path`]) {
      expect(openFrame({ origin }).link, String(origin)).to.equal(null);
    }
    expect(openFrame({ origin: '*', parentOrigins: [] }).link).to.equal(null);
  });

  it('is not there without a frame', () => {
    expect(openFrame({ isTop: true }).link).to.equal(null);
  });
});
