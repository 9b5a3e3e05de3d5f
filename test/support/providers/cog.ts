import { deliveredImage, type Exchange, expectThat, misbehaved, startFakeVendor } from './fake-vendor.ts';

/** Speaks the Cog HTTP API for the behaviours that every provider is tested with; scripts/bench/cog-server.ts has the rest. */
export const startCog = () => startFakeVendor(route);

function route(exchange: Exchange): unknown {
  const { vendor, method, path, headers, send } = exchange;
  expectThat(headers.authorization === 'Bearer key', 'no token', 401);
  if (method === 'GET' && path === '/health-check') return send(200, { status: 'READY' });
  if (method === 'POST' && /^\/predictions\/[\w-]+\/cancel$/.test(path)) {
    vendor.seen.cancelled++;
    return send(200, {});
  }
  expectThat(method === 'PUT' && /^\/predictions\/[\w-]+$/.test(path), 'no such path', 404);
  return predict(exchange);
}

const toBytes = (dataUrl: string) => {
  const [, base64] = /^data:image\/(?:png|jpeg|webp);base64,(.+)$/.exec(dataUrl) ?? [];
  expectThat(base64 !== undefined, 'an image is not a data URL');
  return Buffer.from(base64, 'base64');
};

async function predict(exchange: Exchange): Promise<void> {
  const { vendor, body, send } = exchange;
  const { input } = JSON.parse(body.toString()) as {
    input: { scene: string; images: string[]; prompt: string };
  };
  const images = [input.scene, ...input.images].map(toBytes);
  Object.assign(vendor.seen, { images, prompt: input.prompt });
  if (vendor.behaviour === 'hang' || misbehaved(exchange, () => ({ detail: 'refused' }))) return;
  if (vendor.behaviour === 'safety') return send(200, { status: 'failed', error: 'NSFW content detected.' });
  const image = await deliveredImage(vendor, { width: 600, height: 361 });
  send(200, { status: 'succeeded', output: `data:image/png;base64,${image.toString('base64')}` });
}
