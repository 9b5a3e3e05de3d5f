import { tryKey } from './key.ts';
import { readRequest } from './request.ts';
import { showFailure, showResponse, showWaiting } from './result.ts';

/** Shows the forms that send the requests of the reference from this page. */
export function showForms(root: ParentNode, storage: Storage): void {
  for (const details of root.querySelectorAll<HTMLDetailsElement>('.try')) {
    const form = details.querySelector('form');
    if (!form) continue;
    details.hidden = false;
    tryKey(form, storage);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

/** One request at a time; it ends when the response is complete, fails, or is stopped. */
async function send(form: HTMLFormElement): Promise<void> {
  const result = form.querySelector<HTMLElement>('.try-result')!;
  const submit = form.querySelector<HTMLButtonElement>('[type="submit"]')!;
  const stop = form.querySelector<HTMLButtonElement>('[data-stop]')!;
  const caller = new AbortController();
  const abort = () => caller.abort();
  const busy = (isBusy: boolean) => {
    submit.disabled = isBusy;
    stop.hidden = !isBusy;
  };
  stop.addEventListener('click', abort);
  busy(true);
  const stopClock = showWaiting(result);
  try {
    const { url, options } = readRequest(form);
    const began = performance.now();
    const response = await fetch(url, { ...options, signal: caller.signal });
    stopClock();
    await showResponse(result, response, () => performance.now() - began);
  } catch (error) {
    stopClock();
    showFailure(result, caller.signal.aborted ? 'Stopped.' : `No response: ${(error as Error).message}.`);
  } finally {
    stop.removeEventListener('click', abort);
    busy(false);
  }
}
