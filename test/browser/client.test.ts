import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { installClient } from '../support/client-package.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

/** Runs in the page, with the published files of the client. */
const program = (apiKey: string) => `(async () => {
  const { createClient } = await import('/client/index.js');
  const client = createClient({ apiKey: '${apiKey}', baseUrl: location.origin });
  const picture = async (name) => (await fetch('/client/' + name)).blob();
  const request = {
    sceneImage: await picture('room-console.jpg'),
    products: [{ title: 'Lamp', images: [(await picture('pendant-lamp.jpg')).stream()] }],
  };
  const stages = [];
  const { bytes, usage } = await client.visualize(request, { onProgress: ({ stage }) => stages.push(stage) });
  const bitmap = await createImageBitmap(new Blob([bytes()]));
  return { usage, width: bitmap.width, stages };
})()`;

interface Outcome {
  usage: object;
  width: number;
  stages: (string | undefined)[];
}

describeInBrowser('The client in a browser', (open) => {
  let platform: TestPlatform;
  let folder: string;
  let dist: string;
  before(async () => {
    platform = await startPlatform();
    folder = await mkdtemp(join(tmpdir(), 'render-platform-client-'));
    await installClient(folder);
    dist = join(folder, 'client/dist');
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true });
  });

  it('renders files, with progress', async () => {
    const page = await (await open()).newPage();
    await page.route('**/client/*', (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      if (name === 'page.html') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      return route.fulfill({ path: name.endsWith('.jpg') ? `examples/${name}` : join(dist, name) });
    });
    await page.goto(`${platform.url}/client/page.html`);
    const { key } = await platform.account({ credits: 5 });
    const { usage, width, stages } = await page.evaluate<Outcome>(program(key));
    expect(usage).to.deep.equal({ credits: 1, balance: 4 });
    expect(width).to.be.greaterThan(100);
    expect(stages).to.include('encoding');
  });
});
