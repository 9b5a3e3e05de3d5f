import {
  deliveredImage,
  type Exchange,
  expectThat,
  type FakeVendor,
  misbehaved,
  missedFetch,
  startFakeVendor,
} from './fake-vendor.ts';

type Workflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

const refusal = (status: number) => ({
  error: { type: 'prompt_outputs_failed', message: `${status}` },
  node_errors: {},
});

interface Memory {
  /** Uploaded files by the name LoadImage knows them by. */
  files: Map<string, Buffer>;
  size: { width: number; height: number };
}
const rooms = new WeakMap<FakeVendor, Memory>();

function getMemory(vendor: FakeVendor): Memory {
  const memory = rooms.get(vendor) ?? { files: new Map(), size: { width: 0, height: 0 } };
  rooms.set(vendor, memory);
  return memory;
}

const routes: Record<string, (exchange: Exchange) => unknown> = {
  'POST /upload/image': upload,
  'POST /prompt': queuePrompt,
  'POST /queue': dequeue,
  'POST /interrupt': interrupt,
  'POST /history': forget,
  'GET /view': view,
  'GET /queue': queue,
};

/** Speaks the HTTP routes of a ComfyUI server. */
export const startComfyUi = () =>
  startFakeVendor((exchange) => {
    const { method, path } = exchange;
    if (method === 'GET' && path.startsWith('/history/')) return history(exchange);
    const route = routes[`${method} ${path}`];
    expectThat(route !== undefined, 'no such path', 404);
    return route(exchange);
  });

async function upload({ vendor, headers, body, send }: Exchange): Promise<void> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const image = form.get('image');
  expectThat(image instanceof File, 'image is not a file');
  const [kind, subfolder] = [form.get('type') ?? 'input', form.get('subfolder') ?? ''];
  expectThat(['input', 'temp', 'output'].includes(String(kind)), `type ${kind}`);
  const bytes = Buffer.from(await image.arrayBuffer());
  const path = subfolder === '' ? image.name : `${subfolder}/${image.name}`;
  getMemory(vendor).files.set(kind === 'input' ? path : `${path} [${kind}]`, bytes);
  send(200, { name: image.name, subfolder, type: kind });
}

function queuePrompt(exchange: Exchange) {
  const { vendor, body, send } = exchange;
  const { prompt, prompt_id: id } = JSON.parse(body.toString()) as { prompt: Workflow; prompt_id: string };
  expectThat(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id), 'prompt_id is not a UUID');
  const memory = getMemory(vendor);
  vendor.seen.images = inputImages(prompt, memory.files);
  const nodes = Object.values(prompt);
  const encode = nodes.find(({ inputs }) => typeof inputs.prompt === 'string' && inputs.prompt !== '');
  const scale = nodes.find(({ class_type: kind }) => kind === 'ImageScale');
  const sampler = nodes.find(({ class_type: kind }) => kind === 'KSampler');
  expectThat(typeof sampler?.inputs.seed === 'number', 'the seed is not a number');
  const { width, height } = scale?.inputs ?? {};
  expectThat(typeof width === 'number' && typeof height === 'number', 'the size is not a number');
  for (const { inputs } of nodes) for (const value of Object.values(inputs)) checkLink(value, prompt);
  memory.size = { width, height };
  Object.assign(vendor.seen, {
    prompt: encode?.inputs.prompt,
    options: { nodes: nodes.length, width, height },
  });
  if (misbehaved(exchange, refusal)) return;
  vendor.seen.predictions.push(id);
  send(200, { prompt_id: id, number: 1, node_errors: {} });
}

/** The files of the LoadImage nodes in the order of the nodes. */
function inputImages(prompt: Workflow, files: Memory['files']): Buffer[] {
  const loaders = Object.values(prompt).filter(({ class_type: kind }) => kind === 'LoadImage');
  return loaders.map(({ inputs }) => {
    const bytes = files.get(String(inputs.image));
    expectThat(bytes !== undefined, `no such image: ${inputs.image}`);
    return bytes;
  });
}

function checkLink(value: unknown, prompt: Workflow) {
  if (Array.isArray(value)) expectThat(Object.hasOwn(prompt, String(value[0])), `link to no node: ${value}`);
  if (typeof value === 'string') expectThat(!value.includes('{{'), `unfilled placeholder: ${value}`);
}

function history({ vendor, path, send }: Exchange) {
  const promptId = path.slice('/history/'.length);
  if (!vendor.seen.predictions.includes(promptId)) return send(200, {});
  const polls = vendor.seen.requests.filter((line) => line.startsWith('GET /history/')).length;
  if (vendor.behaviour === 'prediction:missed-poll' && polls === 1) return send(500, 'Internal Server Error');
  if (polls < 2 || vendor.behaviour === 'hang' || vendor.behaviour === 'prediction:lost')
    return send(200, {});
  if (vendor.behaviour === 'prediction:failed') {
    const status = { status_str: 'error', completed: false, messages: [['execution_error', {}]] };
    return send(200, { [promptId]: { prompt: [], outputs: {}, status } });
  }
  const images = [{ filename: 'a_00001_.png', subfolder: 'renders', type: 'temp' }];
  const outputs = vendor.behaviour === 'prediction:empty' ? {} : { 15: { images } };
  const status = { status_str: 'success', completed: true, messages: [] };
  send(200, { [promptId]: { prompt: [], outputs, status } });
}

async function view(exchange: Exchange): Promise<void> {
  const { vendor, query, send } = exchange;
  if (missedFetch(exchange, 'image')) return;
  expectThat(query.get('filename') === 'a_00001_.png', 'filename');
  expectThat(query.get('subfolder') === 'renders' && query.get('type') === 'temp', 'subfolder or type');
  send(200, await deliveredImage(vendor, getMemory(vendor).size), { 'content-type': 'image/png' });
}

/** What waits and runs: `[number, id, workflow, extra, outputs]` each. */
function queue({ vendor, send }: Exchange) {
  const predictions = vendor.behaviour === 'prediction:lost' ? [] : vendor.seen.predictions;
  const running = predictions.map((id, index) => [index, id, {}, {}, []]);
  send(200, { queue_running: running, queue_pending: [] });
}

function dequeue({ vendor, body, send }: Exchange) {
  const { delete: ids } = JSON.parse(body.toString()) as { delete: string[] };
  expectThat(ids.length === 1, 'one prompt is deleted');
  vendor.seen.deleted.push('queue');
  send(200, '');
}

function interrupt({ vendor, body, send }: Exchange) {
  const { prompt_id: id } = JSON.parse(body.toString()) as { prompt_id?: string };
  // Without an id ComfyUI interrupts whatever is running, for whomever.
  expectThat(typeof id === 'string' && id !== '', 'interrupts the prompts of others');
  vendor.seen.cancelled++;
  send(200, '');
}

function forget({ vendor, body, send }: Exchange) {
  expectThat(
    body.toString() === JSON.stringify({ delete: vendor.seen.predictions.slice(-1) }),
    'forgets another prompt',
  );
  vendor.seen.deleted.push('history');
  send(200, '');
}
