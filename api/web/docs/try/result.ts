const clockMs = 1000;
/** Of a stream; older text is left out. */
const maxShown = 20_000;
const maxText = 120;

/** Shows the time since now, each second; returns what ends that. */
export function showWaiting(result: HTMLElement): () => void {
  const began = performance.now();
  const text = element('p', 'try-status', 'Waiting for the response …');
  result.replaceChildren(text);
  const clock = setInterval(() => {
    text.textContent = `Waiting for the response … ${Math.round((performance.now() - began) / 1000)} s`;
  }, clockMs);
  return () => clearInterval(clock);
}

export function showFailure(result: HTMLElement, text: string): void {
  result.append(element('p', 'try-status failure', text));
}

/** Status, duration and headers at once, the body when it has arrived; of a stream, each part when it arrives. */
export async function showResponse(
  result: HTMLElement,
  response: Response,
  elapsedMs: () => number,
): Promise<void> {
  const status = element('p', `try-status ${response.ok ? 'success' : 'failure'}`, '');
  const say = () => {
    status.textContent = `${response.status} ${response.statusText}, ${(elapsedMs() / 1000).toFixed(1)} s`;
  };
  say();
  result.replaceChildren(status, renderHeaders(response));
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) await showStream(result, response);
  else if (type.startsWith('image/')) result.append(picture(URL.createObjectURL(await response.blob())));
  else showText(result, await response.text());
  say();
}

function renderHeaders(response: Response): HTMLElement {
  const details = document.createElement('details');
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  details.append(element('summary', '', 'Headers'), block(lines.join('\n')));
  return details;
}

async function showStream(result: HTMLElement, { body }: Response): Promise<void> {
  const shown = block('');
  result.append(shown);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    shown.textContent = `${shown.textContent}${part.value}`.slice(-maxShown);
  }
}

function showText(result: HTMLElement, text: string): void {
  const value = parsed(text);
  const image = (value as { image?: unknown } | undefined)?.image;
  if (typeof image === 'string' && image.startsWith('data:image/')) result.append(picture(image));
  if (text !== '') result.append(block(value === undefined ? text : JSON.stringify(value, shortened, 2)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Images are shown as such. */
const shortened = (_name: string, value: unknown) =>
  typeof value === 'string' && value.startsWith('data:') && value.length > maxText
    ? `${value.slice(0, maxText)}… (${value.length} characters)`
    : value;

function picture(src: string): HTMLElement {
  return Object.assign(document.createElement('img'), { src, alt: 'The image of the response' });
}

function block(text: string): HTMLElement {
  const pre = element('pre', '', text);
  pre.tabIndex = 0;
  return pre;
}

function element(tag: string, className: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
