import { deliveredImage, type Exchange, expectThat, misbehaved, startFakeVendor } from './fake-vendor.ts';

const refusal = (code: string | null) => ({
  error: { message: 'refused', type: 'invalid_request_error', param: null, code },
});

const known = ['model', 'prompt', 'image[]', 'size', 'quality', 'n', 'output_format', 'input_fidelity'];

/** Speaks `POST /v1/images/edits` of the OpenAI API. */
export const startOpenAi = () => startFakeVendor(edit);

async function edit(exchange: Exchange): Promise<void> {
  const { vendor, method, path, headers, body, send } = exchange;
  expectThat(method === 'POST' && path === '/v1/images/edits', 'no such path', 404);
  expectThat(headers.authorization === 'Bearer key', 'no key', 401);
  const type = headers['content-type'] ?? '';
  expectThat(type.startsWith('multipart/form-data; boundary='), 'not multipart', 415);
  // Node's own parser of multipart bodies, which knows nothing of how ours are written.
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const name of form.keys()) expectThat(known.includes(name), `unknown parameter ${name}`);
  for (const image of form.getAll('image[]')) {
    expectThat(image instanceof File && /^image\/(png|jpeg|webp)$/.test(image.type), 'image is no file');
    expectThat(/\.(png|jpeg|jpg|webp)$/.test(image.name), 'image has no name');
    vendor.seen.images.push(Buffer.from(await image.arrayBuffer()));
  }
  const [model, size, fidelity] = ['model', 'size', 'input_fidelity'].map((name) => form.get(name));
  checkSize(String(model), String(size));
  expectThat(
    fidelity === null || !String(model).startsWith('gpt-image-2'),
    'input_fidelity is not for gpt-image-2',
  );
  const quality = String(form.get('quality'));
  Object.assign(vendor.seen, { prompt: form.get('prompt'), options: { model, size, fidelity, quality } });
  if (!getQualities(String(model)).includes(quality)) return send(400, refusal('invalid_value'));
  if (vendor.behaviour === 'hang' || misbehaved(exchange, () => refusal(null))) return;
  if (vendor.behaviour === 'safety') return send(400, refusal('moderation_blocked'));
  const [width, height] = String(size).split('x').map(Number);
  const image = await deliveredImage(vendor, { width: width!, height: height! });
  send(200, { created: 1, data: [{ b64_json: image.toString('base64') }], usage: { total_tokens: 1 } });
}

/** From 2.5 on there are two more. */
const getQualities = (model: string): string[] => [
  ...['low', 'medium', 'high', 'auto'],
  ...(/^gpt-image-2\.\d/.test(model) ? ['xhigh', 'max'] : []),
];

function checkSize(model: string, size: string): void {
  if (!model.startsWith('gpt-image-2')) {
    expectThat(['1024x1024', '1536x1024', '1024x1536'].includes(size), `size ${size} of ${model}`);
    return;
  }
  const [width = 0, height = 0] = size.split('x').map(Number);
  expectThat(width % 16 === 0 && height % 16 === 0, `size ${size}: steps of 16`);
  expectThat(Math.max(width, height) <= 3840, `size ${size}: 3840 at most`);
  expectThat(Math.max(width, height) <= 3 * Math.min(width, height), `size ${size}: 3:1 at most`);
  expectThat(width * height >= 655_360, `size ${size}: 655,360 pixels at least`);
}
