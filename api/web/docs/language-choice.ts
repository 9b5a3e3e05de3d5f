const key = 'docs-language';

/** One choice of language for all samples of the documentation, until the tab is closed. */
export function keepLanguage(root: Document, storage: Storage): void {
  const choices = [...root.querySelectorAll<HTMLInputElement>('.tabs input[type="radio"]')];
  const choose = (language: string) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true;
  };
  choose(storage.getItem(key) ?? '');
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      // Samples above may change their height: what was clicked stays where it is.
      const before = choice.getBoundingClientRect().top;
      choose(choice.value);
      storage.setItem(key, choice.value);
      scrollBy({ top: choice.getBoundingClientRect().top - before, behavior: 'instant' });
    });
  }
}
