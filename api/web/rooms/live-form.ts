import { morph } from '../tools/morph.ts';
import { dragOrder } from './drag-order.ts';

const requestMs = 8_000;
const searchPauseMs = 300;

/**
 * Sends the buttons of a form that change its draft, and not what is saved, without leaving the page: the service
 * returns the form as it would without a script. Asks before a draft is left that is not saved.
 */
export function startLiveForm(form: HTMLFormElement): void {
  let isSaving = false;
  let last: Promise<void> = Promise.resolve();
  // One after the other: each begins with the form that the one before has left.
  const change = (action: string, next?: string) => {
    last = last.then(() => send(form, action, next)).catch(console.error);
  };
  form.addEventListener('submit', (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    isSaving = !button?.hasAttribute('data-live');
    if (isSaving) return;
    event.preventDefault();
    change(button!.value, button!.dataset.next);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('input', ({ target }) => {
    if ((target as HTMLInputElement).type !== 'search') return form.setAttribute('data-changed', '');
    clearTimeout(timer);
    timer = setTimeout(() => change('search'), searchPauseMs);
  });
  addEventListener('beforeunload', (event) => {
    if (form.hasAttribute('data-changed') && !isSaving) event.preventDefault();
  });
  // A page that is shown again by the browser's Back.
  addEventListener('pageshow', () => {
    isSaving = false;
  });
  dragOrder(form, change);
}

async function send(form: HTMLFormElement, action: string, next: string | undefined): Promise<void> {
  const focused = document.activeElement?.id;
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  body.set('do', action);
  const signal = AbortSignal.timeout(requestMs);
  const text = await fetch(form.action, { method: 'POST', body, signal }).then(readText, () => undefined);
  // Not `form.id`, which is the field of this name.
  const id = form.getAttribute('id')!;
  const changed = text && new DOMParser().parseFromString(text, 'text/html').getElementById(id);
  if (!changed) {
    form.querySelector('[data-said]')!.textContent =
      'Nothing is changed: the service did not respond. Try again.';
    return;
  }
  const wasChanged = form.hasAttribute('data-changed');
  morph(form, changed);
  form.toggleAttribute('data-changed', wasChanged || action !== 'search');
  keepFocus(focused, next);
}

const readText = (response: Response) => (response.ok ? response.text() : undefined);

/** Gives the focus to the element that had it, or where that is gone or disabled, to the next one. */
function keepFocus(focused: string | undefined, next: string | undefined): void {
  for (const id of [focused, next]) {
    if (id) document.getElementById(id)?.focus();
    if (document.activeElement !== document.body) return;
  }
}
