import { expect } from 'chai';
import { grantCredits } from '../../../../shared/credits/credits.ts';
import { createKey } from '../../../../shared/keys/keys.ts';
import { connectMcp, type McpClient } from '../../../support/mcp-clients.ts';
import { readToken, signUp, type Visitor } from '../../../support/people.ts';
import {
  type ApiResult,
  dataUrl,
  photo,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('the last credit of an account', () => {
  let platform: TestPlatform;
  let ada: Visitor;
  let account: string;
  let key: string;
  let client: McpClient;
  before(async () => {
    platform = await startPlatform({ cogLatencyMs: 100 });
    ada = await signUp(platform, 'ada@example.com', 'Ada');
    account = (await platform.database.accounts.findOne({ name: 'Ada' }).lean())!._id;
    key = (await createKey(platform.database.keys, { account, mode: 'live', name: 'shop' })).key;
    client = await connectMcp(platform.url, key);
  });
  after(async () => {
    await client.close();
    await platform.close();
  });

  /** The key with which the playground of the portal calls the API. */
  async function readPlaygroundKey(): Promise<string> {
    const token = readToken((await ada.get('/developers/accounts')).text);
    const { text } = await ada.post('/developers/playground/key', { token, mode: 'live' });
    return (JSON.parse(text) as { key: string }).key;
  }

  it('is spent once when the portal, the API and MCP want it at the same moment', async () => {
    const portalKey = await readPlaygroundKey();
    for (const round of [1, 2, 3]) {
      // A scene of its own: the arguments of an MCP call are its key, and equal ones return the render of an earlier round.
      const body = await visualizeBody({ sceneImage: dataUrl(await photo(96, 64, 10 * round)) });
      const grant = { account, grantId: `grant_${round}`, amount: 1, at: new Date() };
      await grantCredits(platform.database, grant);
      const outcomes = await Promise.all([
        visualize(platform, portalKey, body).then(toOutcome),
        visualize(platform, key, body).then(toOutcome),
        client.call('visualize', body).then(({ isError, text }) => (isError ? text.code : 'succeeded')),
      ]);
      expect(outcomes.sort(), `round ${round}`).to.deep.equal([
        'INSUFFICIENT_CREDITS',
        'INSUFFICIENT_CREDITS',
        'succeeded',
      ]);
    }
    expect(await platform.credits(account)).to.include({ available: 0, held: 0, spent: 3 });
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});

const toOutcome = ({ status, body }: ApiResult): string => (status === 200 ? 'succeeded' : body.code);
