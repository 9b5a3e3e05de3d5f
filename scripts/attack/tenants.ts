import { type Call, send } from './send.ts';
import { count, createTally, note, type Tally } from './tally.ts';
import type { Target } from './target.ts';
import { askForVisitors } from './visitors.ts';

type Method = NonNullable<Call['method']>;

/** Lists requests for resources of the victim. */
function listRoutes({ victim }: Target): [Method, string, string?][] {
  const render = `/visualize/${victim.renderId}`;
  const store = `/api/stores/${victim.store}`;
  return [
    ['GET', render],
    ['HEAD', render],
    ['GET', `${render}?image=url`],
    ['GET', `${render}/image`],
    ['GET', `${render}/events`],
    ['DELETE', render],
    ['GET', `${store}/integration`],
    ['PUT', `${store}/integration`, '{"endpoint":"https://example.com/"}'],
    ['DELETE', `${store}/integration`],
    ['POST', `${store}/integration/pause`, '{}'],
    ['POST', `${store}/integration/resume`, '{}'],
    ['POST', `${store}/integration/test`, '{}'],
    ['GET', `${store}/integration/deliveries`],
    ['POST', `${store}/integration/replay`, '{"eventId":"a"}'],
    ['GET', `${store}/kpis`],
  ];
}

/** Lists the forms in which someone presents a key that is not valid, or one of another account. */
function listKeys({ victim, attackers }: Target): (string | undefined)[] {
  const [{ key, testKey }] = attackers as [Target['bystander']];
  const stolen = victim.key;
  return [
    undefined,
    key,
    testKey,
    stolen.slice(0, -1),
    `${stolen}x`,
    stolen.toUpperCase(),
    stolen.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    `${key},${stolen}`,
    '*',
    '$ne',
    '[object Object]',
    'undefined',
  ];
}

/** Ways to present a valid key that must not count. */
const otherWays = (key: string): Call[] => [
  { headers: { cookie: `key=${key}` } },
  { headers: { 'x-api-key': key } },
  { headers: { authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` } },
  { headers: { authorization: `Token ${key}` } },
  { headers: { authorization: key } },
];

/** Asks with every key for everything of another account, and as one shopper for everything of another. */
export async function askForOthers(target: Target): Promise<Tally> {
  const tally = createTally('tenants');
  for (const [method, path, body] of listRoutes(target)) {
    for (const key of listKeys(target)) {
      const call = { method, ...(key === undefined ? {} : { key }), ...(body === undefined ? {} : { body }) };
      await target.turns.launch(async () => {
        const response = await send(target.url() + path, call);
        count(tally, `${method} ${path}`, 'hidden', response);
        if (response.headers.has('x-render-id')) note(tally, `${method} ${path}: names the render`);
      });
    }
  }
  await target.turns.settle();
  for (const way of otherWays(target.victim.key)) {
    const response = await send(`${target.url()}/credits`, way);
    count(tally, 'key presented another way', 'hidden', response);
  }
  const inQuery = await send(`${target.url()}/credits?key=${target.victim.key}`);
  count(tally, 'key in the query', 'hidden', inQuery);
  await checkUntouched(target, tally);
  await askForVisitors(target, tally);
  return tally;
}

/** The victim's render must be as it was. */
async function checkUntouched({ url, victim }: Target, tally: Tally): Promise<void> {
  const { status } = await send(`${url()}/visualize/${victim.renderId}/image`, { key: victim.key });
  if (status !== 200) note(tally, `the victim's image is gone: ${status}`);
}
