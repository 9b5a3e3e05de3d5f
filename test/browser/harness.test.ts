import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import type { StorageMode } from '../support/browser/storage-modes.ts';

const frameScript = `
  let seen;
  try {
    seen = localStorage.getItem('visitor');
    localStorage.setItem('visitor', 'v1');
  } catch (error) { seen = error.name; }
  document.title = String(seen);`;

describeInBrowser('The browser of the tests', (open) => {
  let port: number;
  const server = createServer((request, response) => {
    const frame = `<iframe title="Frame" src="http://embed.service.test:${port}/frame"></iframe>`;
    const body = request.url === '/frame' ? `<script>${frameScript}</script>` : frame;
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en">${body}`);
  });
  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    port = (server.address() as AddressInfo).port;
  });
  after(() => server.close());

  /** What a frame reads from storage on its first visit, on its second, and in another shop. */
  async function seenByFrame(context: BrowserContext): Promise<string[]> {
    const page = await context.newPage();
    const visit = async (shop: string) => {
      await page.goto(`http://${shop}:${port}/`);
      return page.frames()[1]!.title();
    };
    const [first, second] = [await visit('www.shop.test'), await visit('www.shop.test')];
    return [first, second, await visit('www.stranger.test')];
  }

  const modes: [StorageMode, string[]][] = [
    ['blocked', ['SecurityError', 'SecurityError', 'SecurityError']],
    ['allowed', ['null', 'v1', 'v1']],
    ['partitioned', ['null', 'v1', 'null']],
  ];
  for (const [storage, expected] of modes) {
    it(`has storage ${storage} for frames of other sites`, async () => {
      expect(await seenByFrame(await open({ storage }))).to.deep.equal(expected);
    });
  }

  it('treats the sites of the tests as secure', async () => {
    const page = await (await open()).newPage();
    await page.goto(`http://www.shop.test:${port}/`);
    expect(await page.evaluate('isSecureContext')).to.equal(true);
    expect(await page.frames()[1]!.evaluate('isSecureContext')).to.equal(true);
  });

  it('reports serious findings of axe-core, past a strict content security policy', async () => {
    const page: Page = await (await open()).newPage();
    await page.setContent(
      '<html lang="en"><title>A</title><meta http-equiv="content-security-policy" content="default-src \'none\'"><main><h1>A</h1><button></button></main>',
    );
    const findings = await seriousFindings(page);
    expect(findings.join()).to.match(/^button-name button: /);
  });
});
