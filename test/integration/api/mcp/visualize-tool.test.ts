import { expect } from 'chai';
import sharp from 'sharp';
import { maxPreviewBytes } from '../../../../api/mcp/preview.ts';
import { clientKinds, connectMcp, type McpProgress } from '../../../support/mcp-clients.ts';
import { startPlatform, type TestPlatform, visualizeBody } from '../../../support/platform.ts';

const versions = { v1: '2025-11-25', v2: '2025-11-25', 'v2 modern': '2026-07-28' };

describe('the MCP tool visualize', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  for (const kind of clientKinds) {
    it(`renders for the client ${kind} and charges one credit`, async () => {
      const { id, key } = await platform.account({ credits: 3 });
      const client = await connectMcp(platform.url, key, kind);
      expect(client.version).to.equal(versions[kind]);
      const progress: McpProgress[] = [];
      const result = await client.call('visualize', await visualizeBody(), {
        onprogress: (event) => progress.push(event),
      });
      expect(result.isError, JSON.stringify(result.text)).to.equal(false);
      expect(result.structured).to.include({ state: 'succeeded' });
      expect(result.structured.usage).to.deep.equal({ credits: 1, balance: 2 });
      expect(result.structured.products).to.deep.equal([{ index: 0, fidelity: 'generic' }]);
      expect(result.text).to.deep.equal(result.structured);
      const preview = Buffer.from(result.content.find(({ type }) => type === 'image')!.data!, 'base64');
      expect(preview.length).to.be.at.most(maxPreviewBytes);
      const { format, width, height } = await sharp(preview).metadata();
      const { image } = result.structured;
      expect({ format, width, height }).to.deep.equal({
        format: 'jpeg',
        width: image.width,
        height: image.height,
      });
      expect(progress[0]!.message).to.equal('Checking the request');
      expect(progress.map((event) => event.progress)).to.deep.equal(
        progress.map((event) => event.progress).sort((a, b) => a - b),
      );
      expect(await platform.credits(id)).to.include({ available: 2, spent: 1 });
      await client.close();
    });
  }
});
