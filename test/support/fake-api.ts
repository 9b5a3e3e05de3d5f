/** One request that the fake received. */
export interface Received {
  method: string;
  path: string;
  headers: Headers;
  body: string | undefined;
}

/** The response to a request: an HTTP response, or an error as `fetch` throws it. */
export type Reply = (request: Received) => Response | Error | Promise<Response>;

/** A `fetch` that gives one reply after the other and records what it received. */
export function fakeApi(...replies: Reply[]): { fetch: typeof fetch; received: Received[] } {
  const received: Received[] = [];
  const fake: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = init?.body === undefined ? undefined : String(init.body);
    const { pathname, search } = new URL(request.url);
    const seen = { method: request.method, path: pathname + search, headers: request.headers, body };
    received.push(seen);
    const reply = replies.shift();
    if (!reply) throw new Error(`no reply is left for ${seen.method} ${seen.path}`);
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    const response = await Promise.race([reply(seen), aborted]);
    if (response instanceof Error) throw response;
    return response;
  };
  return { fetch: fake, received };
}

export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers });

/** An error response of the API, worth a repetition at once. */
export const apiError = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  json(status, { error: code, code, message: `${code}.` }, { 'Retry-After': '0', ...headers });

export const noResponse: Reply = () => new TypeError('fetch failed');

/** No response until the caller gives up. */
export const silence: Reply = () => new Promise<never>(() => undefined);

/** Server-sent events, after which the connection ends. */
export const events =
  (...entries: [event: string, data: object, id?: number][]): Reply =>
  () => {
    const texts = entries.map(([event, data, id]) => {
      return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    });
    return new Response(texts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
  };
