import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { referenceGroups } from '../../../../../../api/docs/reference/reference-groups.ts';
import { buildSamples } from '../../../../../../api/docs/reference/samples/samples.ts';
import { openApiDocument } from '../../../../../../api/openapi/document.ts';
import type { Sample } from '../../../../../../api/web/design/components/code-block.tsx';
import {
  dataUrl,
  startPlatform,
  type TestAccount,
  type TestPlatform,
} from '../../../../../support/platform.ts';
import { canRun, runSample } from '../../../../../support/run-sample.ts';

const languages = ['sh', 'ts', 'python', 'php'] as const;
const installed = languages.map(canRun);
const png = '89504e47';

describe('the samples of the API reference', () => {
  let platform: TestPlatform;
  let folder: string;
  let account: TestAccount;
  let renderId: string;
  let picture: string;
  before(async () => {
    platform = await startPlatform();
    folder = await mkdtemp(join(tmpdir(), 'render-platform-samples-'));
    picture = dataUrl(await readFile('docs/samples/lamp.jpg'));
    account = await platform.account();
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  function samplesFor(id: string): Sample[] {
    const document = openApiDocument(platform.url);
    const operation = referenceGroups(document)
      .flatMap(({ operations }) => operations)
      .find((each) => each.id === id)!;
    return buildSamples(document, operation);
  }

  /** Runs the sample with pictures that exist, and the render that the samples before it made. */
  async function run(id: string, language: string): Promise<string> {
    const { code } = samplesFor(id).find((sample) => sample.language === language)!;
    const filled = code
      .replace(/https:\/\/shop\.example\/[^"']+\.jpg/g, picture)
      .replaceAll('rnd_0mwr4f8k2d3xq', renderId);
    return runSample({ language, code: filled }, { folder, env: { API_KEY: account.key } });
  }

  for (const [index, language] of languages.entries()) {
    const title = `render, follow and fetch a picture: ${language}`;
    if (!installed[index]) {
      it.skip(`${title} (its program is not installed)`);
      continue;
    }
    it(title, async function () {
      this.timeout(30_000);
      const response = await run('visualize', language);
      expect(response).to.match(/data:image\/png;base64,/);
      const { _id } = (await platform.database.renders
        .findOne({ account: account.id })
        .sort({ createdAt: -1 }))!;
      renderId = _id;
      expect(await run('followRender', language)).to.match(/event: done\s+data: .*succeeded/);
      await run('getRenderImage', language);
      expect((await readFile(join(folder, 'picture.png'))).subarray(0, 4).toString('hex')).to.equal(png);
      expect(await run('getCredits', language)).to.match(/available/);
    });
  }
});
