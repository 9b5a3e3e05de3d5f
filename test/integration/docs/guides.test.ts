import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ErrorCode } from '../../../shared/errors.ts';
import { loadSecretBox } from '../../../shared/secrets/load-secret-box.ts';
import { saveWebhook } from '../../../shared/webhooks/webhook-settings.ts';
import { dataUrl, startPlatform, type TestAccount, type TestPlatform } from '../../support/platform.ts';
import { canRun, runSample } from '../../support/run-sample.ts';

interface Block {
  language: string;
  code: string;
}

const guidesFolder = 'docs/guides';
const png = '89504e47';
/** Accepted as the URL of a webhook; nothing listens there. */
const webhookHost = '127.0.0.1:9';

const getBlocks = (text: string): Block[] =>
  [...text.matchAll(/^```(sh|ts|python|php)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => {
    return { language: language!, code: code! };
  });

interface Outcome {
  /** Credits that the samples spend when each is run once. */
  spent: number;
  /** Its samples are those of a test key and show this error. */
  shows?: ErrorCode;
  /** What is there afterwards. */
  check?(folder: string, printed: string[]): Promise<void>;
}

const outcomes: Record<string, Outcome> = {
  'async.md': {
    spent: 2,
    async check(_folder, printed) {
      const events = printed.find((text) => text.includes('event:'));
      expect(events).to.include('event: done').and.include('"state":"succeeded"');
    },
  },
  'changelog.md': {
    spent: 0,
    async check(_folder, printed) {
      expect(printed[0])
        .to.match(/^HTTP\/1.1 200 /)
        .and.not.match(/^deprecation:/im);
    },
  },
  'errors.md': { spent: 3 },
  'idempotency.md': { spent: 1 },
  'quick-start.md': {
    spent: 7,
    async check(folder) {
      const picture = await readFile(join(folder, 'render.png'));
      expect(picture.subarray(0, 4).toString('hex')).to.equal(png);
      const response = JSON.parse(await readFile(join(folder, 'response.json'), 'utf8'));
      expect(response.products).to.deep.equal([{ index: 0, fidelity: 'generic' }]);
    },
  },
  'testing.md': { spent: 0, shows: 'MODEL_ERROR' },
};

describe('docs/guides', () => {
  let platform: TestPlatform;
  let folder: string;
  let images: Record<string, string>;
  before(async () => {
    platform = await startPlatform({ allow: [webhookHost] });
    folder = await mkdtemp(join(tmpdir(), 'render-platform-guides-'));
    images = {
      'https://shop.example/room.jpg': dataUrl(await readFile('docs/samples/room.jpg')),
      'https://shop.example/lamp.jpg': dataUrl(await readFile('docs/samples/lamp.jpg')),
    };
    for (const photo of ['room.jpg', 'lamp.jpg'])
      await copyFile(`docs/samples/${photo}`, join(folder, photo));
    await runSample(runnable((await blocks('quick-start.md'))[1]!), { folder, env: {} });
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const blocks = async (guide: string) => getBlocks(await readFile(join(guidesFolder, guide), 'utf8'));

  /** The block with what its reader replaces. */
  function runnable({ language, code }: Block): Block {
    const places = {
      'https://api.example': platform.url,
      'https://you.example': `http://${webhookHost}`,
      ...images,
    };
    const filled = Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), code);
    return { language, code: filled };
  }

  async function openAccount(): Promise<TestAccount> {
    const account = await platform.account();
    await saveWebhook(platform.database.accounts, await loadSecretBox(platform.config), account.id, null);
    return account;
  }

  /** Runs the blocks in their order, as a reader would in one terminal; returns what they print. */
  async function runAll(guide: string, { key, testKey }: TestAccount): Promise<string[]> {
    const { shows } = outcomes[guide]!;
    const printed: string[] = [];
    for (const block of await blocks(guide)) {
      if (block.code.startsWith('export ') || !canRun(block.language)) continue;
      const id = /"id":"(rnd_\w+)"/.exec(printed[0] ?? '')?.[1] ?? '';
      const text = await runSample(runnable(block), {
        folder,
        env: { API_KEY: shows ? testKey : key, RENDER_ID: id },
      });
      if (shows) expect(text, block.code).to.include(`"code":"${shows}"`);
      else expect(text, block.code).not.to.include('"error"');
      printed.push(text);
    }
    return printed;
  }

  it('are all run here', async () => {
    expect((await readdir(guidesFolder)).sort()).to.deep.equal(Object.keys(outcomes));
  });

  for (const [guide, { spent, check }] of Object.entries(outcomes)) {
    it(`${guide}: its samples work as they are, for ${spent} credits`, async function () {
      this.timeout(60_000);
      const account = await openAccount();
      const printed = await runAll(guide, account);
      await check?.(folder, printed);
      expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
      const calling = (await blocks(guide)).filter(({ code }) => code.includes('https://api.example'));
      const runs = calling.map(({ language }) => canRun(language));
      const notRun = runs.filter((run) => !run).length;
      expect((await platform.credits(account.id)).spent).to.equal(Math.max(0, spent - notRun));
    });
  }

  it('idempotency.md: its command is charged once when it is sent twice', async () => {
    const account = await openAccount();
    await runAll('idempotency.md', account);
    await runAll('idempotency.md', account);
    expect((await platform.credits(account.id)).spent).to.equal(1);
  });
});
