const storageKey = 'docs-api-key';

const help = {
  none: 'A test key charges nothing. The key stays in this tab.',
  test: 'A test key: nothing is charged. The key stays in this tab.',
  live: 'A live key: a successful render costs 1 credit. Use a test key to pay nothing.',
};

const getKind = (key: string): keyof typeof help =>
  key.startsWith('service_test_') ? 'test' : key === '' ? 'none' : 'live';

/** One key for all forms, kept until the tab is closed; says what a request with it costs. */
export function tryKey(form: HTMLFormElement, storage: Storage): void {
  const field = form.querySelector<HTMLInputElement>('[name="credential"]');
  const note = form.querySelector<HTMLElement>('[data-key-help]');
  if (!field || !note) return;
  const say = () => {
    const kind = getKind(field.value.trim());
    note.textContent = help[kind];
    note.classList.toggle('costs', kind === 'live');
  };
  form.closest('details')?.addEventListener('toggle', () => {
    field.value ||= storage.getItem(storageKey) ?? '';
    say();
  });
  field.addEventListener('input', () => {
    storage.setItem(storageKey, field.value.trim());
    say();
  });
}
