import { loadSecretBox } from '../../shared/secrets/load-secret-box.ts';
import { saveWebhook } from '../../shared/webhooks/webhook-settings.ts';
import { badResponses } from './hostile-host.ts';
import { send } from './send.ts';
import { count, createTally, type Tally } from './tally.ts';
import { type Target, visualize } from './target.ts';

/** Hosts that are this machine or its network, as parsers have been deceived by them. */
const privateHosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '0',
    '0.0.0.0',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '2130706433',
    '127.0.0.2',
  ],
  ...[
    '%31%32%37.0.0.1',
    '127.0.0.1.',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1%00.example.com',
    '127.000.000.001',
  ],
  ...['[::]', '[::1]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::7f00:1]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[::1%25lo]'],
  ...['[fe80::1]', '[fec0::1]', '[fd00:ec2::254]', '169.254.169.254', '169.254.170.2', '100.100.100.200'],
  ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '198.18.0.1', '240.0.0.1', '255.255.255.255', '224.0.0.1'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'redis',
    'metadata.google.internal',
    'printer.local',
  ],
];

const schemes = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1/_',
  'dict://127.0.0.1/',
  'unix:/tmp/s',
];
const texts = [
  'javascript:alert(1)',
  'about:blank',
  'blob:null/1',
  'ws://127.0.0.1/',
  'data:text/html,x',
  '//127.0.0.1/',
];

/** Lists the same address, in forms that parsers read differently. */
const listForms = (host: string, port: number): string[] => [
  `http://${host}:${port}/x.png`,
  `https://${host}:${port}/x.png`,
  `http://example.com@${host}:${port}/`,
  `http://${host}:${port}\\@example.com/`,
  `http://${host}:${port}#@example.com/`,
];

/** Sends URLs that lead to private addresses wherever a caller may name one; canaries notice what arrives. */
export async function sendUrls(target: Target): Promise<Tally> {
  const tally = createTally('urls');
  const { port } = target.canaries;
  const urls = [...privateHosts.flatMap((host) => listForms(host, port)), ...schemes, ...texts];
  await giveWebhookSecret(target);
  await inTurn(target, urls, (url) => sendEverywhere(target, tally, url), 3);
  await inTurn(target, redirectsTo(urls, target), (url) => sendAsImage(target, tally, 'redirect', url), 1);
  await target.turns.settle();
  const bad = Object.keys(badResponses).map((name) => `http://${target.hostile.hostPort}/${name}`);
  await Promise.all(bad.map((url) => sendAsImage(target, tally, 'bad response', url)));
  return tally;
}

/** A few at once: each may need a look-up of a name. */
async function inTurn(
  { turns }: Target,
  urls: string[],
  work: (url: string) => Promise<void>,
  inputs: number,
): Promise<void> {
  const left = [...urls];
  const next = async () => {
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      const hostile = url;
      await turns.launch(() => work(hostile), inputs);
    }
  };
  await Promise.all([next(), next(), next(), next()]);
}

/** Every target once, through one of the codes of redirects. */
function redirectsTo(urls: string[], { hostile }: Target): string[] {
  const codes = ['301', '302', '303', '307', '308'];
  return urls.map((url, index) => {
    const to = encodeURIComponent(url);
    return `http://${hostile.hostPort}/?status=${codes[index % codes.length]}&to=${to}`;
  });
}

async function giveWebhookSecret({ cluster, attackers }: Target): Promise<void> {
  const box = await loadSecretBox(cluster.config);
  await saveWebhook(cluster.database.accounts, box, attackers[0]!.account, undefined);
}

async function sendAsImage(target: Target, tally: Tally, what: string, url: string): Promise<void> {
  const body = JSON.stringify({ ...target.validBody, sceneImage: url });
  const response = await visualize(target, target.attackers[0]!, body);
  count(tally, `${what} as sceneImage ${url}`, 'refused', response);
}

async function sendEverywhere(target: Target, tally: Tally, url: string): Promise<void> {
  const [{ key, store }] = target.attackers as [Target['bystander']];
  await sendAsImage(target, tally, 'URL', url);
  const saved = await send(`${target.url()}/api/stores/${store}/integration`, {
    method: 'PUT',
    key,
    body: JSON.stringify({ endpoint: url }),
  });
  count(tally, `endpoint ${url}`, 'refused', saved);
  // Header values are visible ASCII.
  if (!/^[\x21-\x7e]+$/.test(url)) return;
  const called = await send(`${target.url()}/visualize`, {
    method: 'POST',
    key,
    headers: { prefer: 'respond-async', 'x-webhook-url': url },
    body: JSON.stringify(target.validBody),
  });
  count(tally, `X-Webhook-Url ${url}`, 'refused', called);
}
