import { expect } from 'chai';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { followRender } from '../../../../../../api/web/try-on/api/follow-render.ts';
import type { TryOnView } from '../../../../../../shared/try-on/contract.ts';
import { aTryOn } from '../../../../../support/try-on/views.ts';

const running = aTryOn({ state: 'running' });
const done = aTryOn({ state: 'succeeded' });
const getStream = (...views: TryOnView[]) =>
  new Blob(views.map((view) => `event: state\ndata: ${JSON.stringify(view)}\n\n`)).stream();

type Step<T> = T | Error;

async function follow(streams: Step<ReadableStream<Uint8Array>>[], polls: Step<TryOnView>[]) {
  const states: string[] = [];
  const connections: string[] = [];
  const pauses: number[] = [];
  const ending = new AbortController();
  const next = <T>(steps: Step<T>[]): T => {
    const step = steps.shift() ?? new RequestFailure('offline');
    if (step instanceof Error) throw step;
    return step;
  };
  const error = await followRender({
    api: { renderEvents: async () => next(streams), render: async () => next(polls) },
    id: 'render-1',
    signal: ending.signal,
    onView: ({ state }) => states.push(state),
    onConnection: (connection) => connections.push(connection),
    pause: async (ms) => {
      pauses.push(ms);
      if (pauses.length > 20) ending.abort();
    },
  }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { states, connections, pauses, error };
}

describe('Following a render', () => {
  it('reports each state of the stream until the render has ended', async () => {
    const { states, connections, pauses } = await follow([getStream(aTryOn(), running, done)], []);
    expect(states).to.deep.equal(['queued', 'running', 'succeeded']);
    expect(new Set(connections)).to.deep.equal(new Set(['live']));
    expect(pauses).to.deep.equal([]);
  });

  it('reads the state itself when the stream ends before the render does', async () => {
    const { states } = await follow([getStream(running)], [done]);
    expect(states).to.deep.equal(['running', 'succeeded']);
  });

  it('polls where there is no stream, less and less often', async () => {
    const { states, connections, pauses } = await follow(
      [new RequestFailure('unavailable', 500)],
      [running, running, running, done],
    );
    expect(states.at(-1)).to.equal('succeeded');
    expect(connections).to.deep.equal(['polling', 'polling', 'polling']);
    expect(pauses).to.deep.equal([1000, 2000, 4000]);
  });

  it('waits out a lost network, and tries the stream again', async () => {
    const offline = new RequestFailure('offline');
    const { states, connections } = await follow(
      [offline, getStream(running, done)],
      [offline, offline, offline, offline],
    );
    expect(connections.slice(0, 4)).to.deep.equal(['offline', 'offline', 'offline', 'offline']);
    expect(states).to.deep.equal(['running', 'succeeded']);
  });

  it('gives up on a render that is not there', async () => {
    const gone = new RequestFailure('unavailable', 404);
    expect((await follow([gone], [])).error).to.equal(gone);
    expect((await follow([getStream(running)], [gone])).error).to.equal(gone);
  });
});
