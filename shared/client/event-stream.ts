export interface ServerEvent {
  event: string;
  data: string;
  /** Its own id, not that of an event before it. */
  id?: string;
}

/** A field of an event is far shorter; more without a line end is no event stream of the API. */
const maxBufferedLength = 256 * 1024;

/**
 * Reads server-sent events from a response body (WHATWG HTML, "Parsing an event stream"). `EventSource` cannot
 * send a token in a header. `onBytes` is called for whatever arrives, comments too.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onBytes();
      buffered += decoder.decode(chunk.value, { stream: true });
      const blocks = buffered.replaceAll('\r\n', '\n').split('\n\n');
      buffered = blocks.pop() ?? '';
      if (buffered.length > maxBufferedLength)
        throw new Error('The event stream has an event without an end.');
      for (const block of blocks) {
        const event = parsedBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parsedBlock(block: string): ServerEvent | null {
  const fields = block.split('\n').map((line) => /^(event|data|id): ?(.*)$/.exec(line));
  const values = (name: string) =>
    fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  const data = values('data');
  const id = values('id')[0];
  if (data.length === 0) return null;
  return {
    event: values('event')[0] ?? 'message',
    data: data.join('\n'),
    ...(id === undefined ? {} : { id }),
  };
}
