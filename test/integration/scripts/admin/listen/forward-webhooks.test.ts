import { expect } from 'chai';
import { type Forwarded, forwardWebhooks } from '../../../../../scripts/admin/listen/forward-webhooks.ts';
import { verifyWebhook } from '../../../../../shared/client/webhook.ts';
import { newWebhookSecret } from '../../../../../shared/webhooks/signature.ts';
import {
  eventually,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../../support/track-endpoint.ts';

describe('webhooks that are forwarded to this machine', () => {
  let platform: TestPlatform;
  let receiver: TrackEndpoint;
  before(async () => {
    platform = await startPlatform();
    receiver = await startTrackEndpoint();
  });
  after(async () => {
    await platform.close();
    receiver.close();
  });

  it('are those of renders that end meanwhile, once each and signed, also where the guard refuses the address', async () => {
    const { id: account, key } = await platform.account();
    const { key: foreign } = await platform.account();
    await visualize(platform, key, await visualizeBody());
    const reports: Forwarded[] = [];
    const secret = newWebhookSecret();
    const { renders } = platform.database;
    const forwarding = {
      ...{ renders, account, to: receiver.url, secrets: [secret], baseUrl: 'https://api.example' },
      report: (forwarded: Forwarded) => void reports.push(forwarded),
    };
    const ending = new AbortController();
    const listening = forwardWebhooks(forwarding, ending.signal);
    await visualize(platform, foreign, await visualizeBody());
    const rendered = await visualize(platform, key, await visualizeBody());
    await eventually(() => reports.length > 0);
    ending.abort();
    await listening;
    const id = rendered.headers.get('x-render-id');
    expect(reports).to.have.lengthOf(1);
    expect(reports[0]).to.include({ type: 'render.succeeded', renderId: id, status: 200 });
    expect(receiver.calls).to.have.lengthOf(1);
    const { headers, body } = receiver.calls[0]!;
    const event = await verifyWebhook({ body, headers: headers as Record<string, string>, secret });
    expect(event).to.deep.include({ type: 'render.succeeded' });
  });
});
