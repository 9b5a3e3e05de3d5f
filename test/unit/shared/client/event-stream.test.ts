import { expect } from 'chai';
import { readEvents } from '../../../../shared/client/event-stream.ts';

function toBody(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

async function getEvents(...chunks: string[]) {
  const events = [];
  for await (const event of readEvents(toBody(...chunks))) events.push(event);
  return events;
}

describe('Event stream', () => {
  it('reads events however the network cuts them', async () => {
    const text = 'event: state\ndata: {"a":1}\n\nevent: state\r\ndata: {"a":2}\r\n\r\n';
    const expected = [
      { event: 'state', data: '{"a":1}' },
      { event: 'state', data: '{"a":2}' },
    ];
    expect(await getEvents(text)).to.deep.equal(expected);
    expect(await getEvents(...text)).to.deep.equal(expected);
  });

  it('passes over comments and what has no data, and joins lines of data', async () => {
    expect(await getEvents(': keep-alive\n\nid: 4\n\ndata: a\ndata: b\n\n')).to.deep.equal([
      { event: 'message', data: 'a\nb' },
    ]);
  });

  it('gives an event its id', async () => {
    expect(await getEvents('id: 4\ndata: a\n\ndata: b\n\n')).to.deep.equal([
      { event: 'message', data: 'a', id: '4' },
      { event: 'message', data: 'b' },
    ]);
  });

  it('leaves out an event that was cut off', async () => {
    expect(await getEvents('event: state\ndata: {"a"')).to.deep.equal([]);
  });

  it('reports every arrival of bytes, so that silence can be noticed', async () => {
    let arrivals = 0;
    for await (const _ of readEvents(toBody(': a\n\n', ': b\n\n'), () => (arrivals += 1)));
    expect(arrivals).to.equal(2);
  });
});
