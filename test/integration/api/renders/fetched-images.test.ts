import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/config/load.ts';
import { imageUserAgent } from '../../../../shared/images/image-download.ts';
import { photo, startPlatform, type TestPlatform, visualize } from '../../../support/platform.ts';

/** An image store in a private network, which an operator names in OUTBOUND_ALLOW. */
async function imageStore(): Promise<{
  server: Server;
  origin: string;
  asked: string[];
  heard: IncomingHttpHeaders[];
}> {
  const asked: string[] = [];
  const heard: IncomingHttpHeaders[] = [];
  const jpeg = await photo(120, 80, 33);
  const server = createServer((req, res) => {
    asked.push(req.url!);
    heard.push(req.headers);
    if (req.url === '/missing.jpg') res.writeHead(404).end('not here');
    else if (req.url === '/forbidden.jpg') res.writeHead(403).end('no bots');
    else if (req.url === '/broken.jpg') res.writeHead(500).end('oops');
    else if (req.url === '/page.jpg')
      res.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>oops</html>');
    else if (req.url === '/away.jpg')
      res.writeHead(302, { location: 'https://169.254.169.254/latest' }).end();
    else if (req.url === '/big.jpg') res.writeHead(200).end(Buffer.alloc(9 * 1024 * 1024));
    else if (req.url !== '/silent.jpg') res.writeHead(200, { 'content-type': 'text/plain' }).end(jpeg);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, heard };
}

describe('POST /visualize with image URLs', () => {
  let platform: TestPlatform;
  let store: Awaited<ReturnType<typeof imageStore>>;

  before(async () => {
    store = await imageStore();
    platform = await startPlatform({
      env: { IMAGE_FETCH_SECONDS: '5' },
      allow: [new URL(store.origin).host],
    });
  });
  after(async () => {
    store.server.closeAllConnections();
    store.server.close();
    await platform.close();
  });

  const body = (scene: string, product = `${store.origin}/chair.jpg`) => ({
    sceneImage: scene.startsWith('/') ? store.origin + scene : scene,
    products: [{ images: [product] }],
  });

  it('renders images that are given as https URLs', async () => {
    const { key } = await platform.account();
    const response = await visualize(platform, key, body('/room.jpg'));
    expect(response.status, JSON.stringify(response.body.message)).to.equal(200);
  });

  it('fetches a URL that is given twice only once', async () => {
    const { key } = await platform.account();
    store.asked.length = 0;
    const twice = `${store.origin}/twice.jpg`;
    await visualize(platform, key, {
      sceneImage: twice,
      products: [{ images: [twice] }, { images: [twice] }],
    });
    expect(store.asked).to.deep.equal(['/twice.jpg']);
  });

  it('fetches with an honest user agent, and accepts images', async () => {
    const { key } = await platform.account();
    store.heard.length = 0;
    await visualize(platform, key, body('/agent.jpg'));
    expect(store.heard[0]).to.include({ 'user-agent': imageUserAgent, 'accept-encoding': 'identity' });
    expect(store.heard[0]!.accept).to.match(/^image\/jpeg,/);
  });

  for (const [name, path, problem] of [
    ['responds with 404', '/missing.jpg', 'does not exist on its host (HTTP 404)'],
    ['responds with 403', '/forbidden.jpg', 'is refused by its host (HTTP 403)'],
    ['responds with 500', '/broken.jpg', 'was not delivered by its host (HTTP 500)'],
    ['is not an image', '/page.jpg', 'is a text or HTML file'],
    ['redirects to a metadata address', '/away.jpg', 'names a host that has no public address'],
    ['is over 8 MiB', '/big.jpg', 'is larger than 8388608 bytes'],
    ['does not respond in time', '/silent.jpg', 'was not delivered by its host in time'],
  ] as const) {
    it(`rejects a URL that ${name}, naming the field, without a charge`, async () => {
      const { id, key } = await platform.account({ credits: 1 });
      const response = await visualize(platform, key, body('/room.jpg', store.origin + path));
      expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
      expect(response.body.message).to.contain(`products[0].images[0] ${problem}`);
      expect(await platform.credits(id)).to.include({ available: 1, held: 0 });
    });
  }

  it('does not let a caller reach the model server, which the worker may reach', async () => {
    const { key } = await platform.account();
    const response = await visualize(platform, key, body(`${platform.cog.url}/health-check`));
    expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    expect(
      loadConfig({ ...process.env, REDIS_URL: 'redis://x', MONGODB_URI: 'mongodb://x/render' })
        .OUTBOUND_ALLOW,
    ).to.deep.equal([]);
  });
});
