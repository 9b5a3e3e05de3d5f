import { expect } from 'chai';
import { createClient } from '../../../../shared/client/client.ts';
import { events, fakeApi, json, noResponse, type Reply } from '../../../support/fake-api.ts';

const progress = (share: number) => ({ stage: 'rendering', share, at: '2026-01-31T09:00:00.000Z' });

function follow(...replies: Reply[]) {
  const { fetch, received } = fakeApi(...replies);
  const client = createClient({ apiKey: 'k', baseUrl: 'https://api.example', fetch });
  return { received, events: client.renders.events('rnd_1') };
}

describe('The client’s events of a render', () => {
  it('end with `done`, and continue after the newest one where a connection was lost', async () => {
    const { received, events: all } = follow(
      events(['queued', { position: 1 }], ['progress', progress(0.2), 1]),
      noResponse,
      events(['progress', progress(0.6), 2], ['done', { id: 'rnd_1', state: 'succeeded' }]),
    );
    const seen: string[] = [];
    for await (const { type } of all) seen.push(type);
    expect(seen).to.deep.equal(['queued', 'progress', 'progress', 'done']);
    expect(received.map(({ headers }) => headers.get('last-event-id'))).to.deep.equal([null, '1', '1']);
  });

  it('are no longer read when the caller stops', async () => {
    const { events: all, received } = follow(events(['queued', { position: 1 }]));
    for await (const _ of all) break;
    expect(received).to.have.length(1);
  });

  it('reject for a render that is not there', async () => {
    const gone = json(404, { error: 'Not found', code: 'NOT_FOUND', message: 'There is no such render.' });
    const error = await follow(gone)
      .events.next()
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ status: 404, code: 'NOT_FOUND' });
  });
});
