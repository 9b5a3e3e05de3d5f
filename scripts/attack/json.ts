import type { SessionView } from '../../shared/try-on/contract.ts';
import { createRandom, type Random } from '../chaos/random.ts';
import { send } from './send.ts';
import { count, createTally, type Response, type Tally } from './tally.ts';
import { type Target, type Tenant, visualize } from './target.ts';

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Texts that are no valid body of any route. */
function brokenTexts(valid: string): (string | Buffer)[] {
  const many = JSON.stringify(
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0])),
  );
  return [
    ...['', ' ', 'null', 'true', '1', '"x"', '[]', '{', '}', '{"a":}', 'NaN', '/* */{}', "{'a':1}"],
    ...[`${valid}x`, `${valid}${valid}`, valid.slice(0, -1), valid.slice(0, valid.length >> 1)],
    ...[10, 1_000, 20_000, 200_000].map((depth) => nested(depth, '[', ']')),
    ...[10, 1_000, 20_000].map((depth) => `${nested(depth, '{"a":', '}').replace('}', '1}')}`),
    many,
    `{"sceneImage":"${'a'.repeat(300_000)}"}`,
    `{"n":${'9'.repeat(20_000)}}`,
    Buffer.concat([Buffer.from('{"sceneImage":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
    Buffer.from(valid, 'utf16le'),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]), Buffer.from(valid)]),
    `{"sceneImage":"\\ud800","products":[{"title":"\\u0000"}]}`,
  ];
}

/** Lists of thousands of items where a few are allowed: more than any body may have, and as many as it may. */
function wideTexts(): string[] {
  return [80_000, 9_000].flatMap((length) => {
    const wide = Array.from({ length }, () => ({}));
    return [
      ...['products', 'items', 'steps', 'events', 'lines'].map((field) => ({ [field]: wide })),
      { products: [{ images: wide }] },
      { products: [{ tags: wide }] },
      { steps: [{ name: 'a', source: { products: wide } }] },
    ].map((body) => JSON.stringify(body));
  });
}

/** Fields that no route knows, put beside valid ones. */
const strangeFields = [
  '"__proto__":{"admin":true}',
  '"constructor":{"prototype":{"admin":true}}',
  '"$where":"sleep(1000)"',
  '"account":"acc_1"',
  '"mode":"test"',
  '"credits":1000',
  '"toString":null',
];

/** Values of a wrong type for every field of a render. */
const junk: unknown[] = [
  ...[null, true, 0, -1, 1e308, 1.5, '', '\0', '$ne', [], [[]], {}],
  ...[{ $gt: '' }, { $ne: null }, { toString: 1 }, ['a', {}], { length: 1e9 }, 'a'.repeat(20_000)],
];

/** Bodies made to confuse parsers, validation and the database. */
export async function sendJson(target: Target, seed: number, wanted: number): Promise<Tally> {
  const tally = createTally('json');
  const valid = JSON.stringify(target.validBody);
  const strange = strangeFields.map((field) => `{${field},${valid.slice(1)}`);
  const routes = await openRoutes(target);
  for (const [index, body] of [...brokenTexts(valid), ...wideTexts(), ...strange].entries()) {
    for (const { name, post } of routes) {
      await target.turns.launch(async () => count(tally, `${name} ${index}`, 'refused', await post(body)));
    }
  }
  const random = createRandom(seed);
  for (let index = 0; index < wanted; index += 1) {
    const body = JSON.stringify(withJunk(target.validBody, random));
    const attacker = target.attackers[index % target.attackers.length]!;
    await target.turns.launch(async () => {
      count(tally, `render with junk ${body.slice(-120)}`, 'any', await visualize(target, attacker, body));
    });
  }
  return tally;
}

async function openRoutes(target: Target) {
  const [attacker] = target.attackers as [Target['bystander']];
  const store = `${target.url()}/api/stores/${attacker.store}`;
  const integration = `${store}/integration`;
  const tryOn = `${target.url()}/api/try-on/${attacker.store}`;
  const session = await send(`${tryOn}/session`, { method: 'POST', body: '{}' });
  const { token } = JSON.parse(session.body) as SessionView;
  const origin = `https://${attacker.store}.example`;
  const post = (url: string, headers: Record<string, string>) => (body: string | Buffer) =>
    send(url, { method: 'POST', key: attacker.key, headers, body });
  return [
    { name: 'render', post: (body: string | Buffer) => visualize(target, attacker, body) },
    {
      name: 'integration',
      post: (body: string | Buffer) => send(integration, { method: 'PUT', key: attacker.key, body }),
    },
    {
      name: 'flow',
      post: (body: string | Buffer) =>
        send(`${store}/flows/outfit`, { method: 'PUT', key: attacker.key, body }),
    },
    {
      name: 'try-on',
      post: (body: string | Buffer) =>
        send(`${tryOn}/renders`, {
          method: 'POST',
          key: token,
          headers: { 'idempotency-key': 'a' },
          body,
        }),
    },
    { name: 'tool', post: (body: string | Buffer) => callTool(target, attacker, body) },
    { name: 'replay', post: post(`${integration}/replay`, {}) },
    { name: 'events', post: post(`${target.url()}/api/events`, { origin }) },
    {
      name: 'order',
      post: post(`${target.url()}/webhooks/orders/${attacker.store}/shopify`, {
        'x-shopify-hmac-sha256': 'AAAA',
        'x-shopify-topic': 'orders/create',
      }),
    },
  ];
}

/** Calls `visualize` over MCP, where a refusal of the tool has the status 200. */
async function callTool(target: Target, { key }: Tenant, given: string | Buffer): Promise<Response> {
  const [before, after] = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'visualize', arguments: null },
  }).split('null') as [string, string];
  const response = await send(`${target.url()}/mcp`, {
    method: 'POST',
    key,
    headers: { accept: 'application/json, text/event-stream' },
    body: Buffer.concat([Buffer.from(before), Buffer.from(given), Buffer.from(after)]),
  });
  return /"(?:isError":true|error":)/.test(response.body) ? { ...response, status: 400 } : response;
}

/** Returns a copy in which one value, at any depth, is junk. */
function withJunk(body: object, random: Random): unknown {
  const copy = structuredClone(body) as Record<string, unknown>;
  let place: Record<string, unknown> = copy;
  for (;;) {
    const field = random.pick(Object.keys(place));
    const inner = place[field];
    if (typeof inner !== 'object' || inner === null || random.next() < 0.3) {
      place[field] = random.pick(junk);
      return copy;
    }
    place = inner as Record<string, unknown>;
  }
}
