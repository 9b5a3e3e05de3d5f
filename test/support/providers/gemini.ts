import { deliveredImage, type Exchange, expectThat, misbehaved, startFakeVendor } from './fake-vendor.ts';

interface Request {
  contents: { role: string; parts: { text?: string; inlineData?: { mimeType: string; data: string } }[] }[];
  generationConfig: {
    responseModalities: string[];
    imageConfig: { aspectRatio: string; imageSize: string };
  };
}

/** What a Gemini image model really delivers at 1K is near the ratio, not on it. */
const sizes: Record<string, { width: number; height: number }> = {
  '1:1': { width: 1024, height: 1024 },
  '3:2': { width: 1264, height: 848 },
  '2:3': { width: 848, height: 1264 },
  '4:3': { width: 1200, height: 896 },
  '5:4': { width: 1152, height: 928 },
  '16:9': { width: 1376, height: 768 },
};

const refusal = (code: number) => ({ error: { code, message: 'refused', status: 'REFUSED', details: [] } });

/** Speaks `models/{model}:generateContent` of the Gemini API. */
export const startGemini = () => startFakeVendor(generate);

async function generate(exchange: Exchange): Promise<void> {
  const { vendor, method, path, headers, body, send } = exchange;
  const [, model = ''] = /^\/v1beta\/models\/(gemini-[\w.-]+):generateContent$/.exec(path) ?? [];
  expectThat(method === 'POST' && model !== '', 'no such method', 404);
  expectThat(headers['x-goog-api-key'] === 'key', 'no key', 403);
  expectThat(headers['content-type'] === 'application/json', 'not JSON', 415);
  const { contents, generationConfig } = JSON.parse(body.toString()) as Request;
  expectThat(contents.length === 1 && contents[0]!.role === 'user', 'one turn of the user');
  const [text, ...images] = contents[0]!.parts;
  expectThat(typeof text?.text === 'string', 'the text comes first');
  for (const { inlineData } of images) {
    expectThat(inlineData !== undefined && /^image\/(png|jpeg|webp)$/.test(inlineData.mimeType), 'mimeType');
    vendor.seen.images.push(Buffer.from(inlineData.data, 'base64'));
  }
  const { aspectRatio, imageSize } = generationConfig.imageConfig;
  expectThat(Object.hasOwn(sizes, aspectRatio), `aspectRatio ${aspectRatio}`);
  const known = model.includes('-lite-') ? ['1K'] : ['1K', '2K', '4K'];
  expectThat(known.includes(imageSize), `imageSize ${imageSize}`);
  expectThat(generationConfig.responseModalities.includes('IMAGE'), 'responseModalities');
  Object.assign(vendor.seen, { prompt: text.text, options: { aspectRatio, imageSize } });
  if (vendor.behaviour === 'hang' || misbehaved(exchange, refusal)) return;
  send(200, await answer(exchange, sizes[aspectRatio]!));
}

const promptBlocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: {} };
const candidate = (finishReason: string, parts?: unknown[]) => ({
  candidates: [{ finishReason, index: 0, ...(parts && { content: { role: 'model', parts } }) }],
  modelVersion: 'gemini-test',
});

async function answer({ vendor }: Exchange, size: { width: number; height: number }): Promise<unknown> {
  if (vendor.behaviour === 'safety') return candidate('IMAGE_SAFETY');
  if (vendor.behaviour === 'prediction:blocked') return promptBlocked;
  if (vendor.behaviour === 'prediction:recitation') return candidate('IMAGE_RECITATION');
  if (vendor.behaviour === 'prediction:words') return candidate('STOP', [{ text: 'I would rather not.' }]);
  const image = (bytes: Buffer) => ({
    inlineData: { mimeType: 'image/png', data: bytes.toString('base64') },
  });
  const draft = { thought: true, ...image(Buffer.from('a draft')) };
  return candidate('STOP', [
    draft,
    { text: 'Here it is.' },
    image(await deliveredImage(vendor, size)),
    draft,
  ]);
}
