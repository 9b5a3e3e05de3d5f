interface Entry {
  title: string;
  context: string;
  href: string;
}

const maxResults = 12;

/** Entries that have every word, those whose title begins with the first word before the others. */
export function matches(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = entries.filter(({ title, context }) => {
    const text = `${title} ${context}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: Entry) => (title.toLowerCase().startsWith(words[0]!) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b)).slice(0, maxResults);
}

/** Searches the documentation; the index is loaded when it is wanted first. */
export function addSearch(root: Document): void {
  const input = root.querySelector<HTMLInputElement>('#jump');
  const results = root.getElementById('jump-results');
  if (!input || !results) return;
  let index: Promise<Entry[]> | undefined;
  const load = async () => (await fetch('/docs/search.json')).json() as Promise<Entry[]>;
  const update = async () => {
    index ??= load();
    const query = input.value;
    const found = await index.catch(() => undefined);
    if (!found) index = undefined;
    if (query !== input.value) return;
    results.hidden = query.trim() === '';
    if (found) show(results, matches(found, query));
    else results.textContent = 'The search cannot be loaded; try again.';
  };
  input.addEventListener('input', () => void update());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') results.querySelector('a')?.click();
    if (event.key === 'ArrowDown') results.querySelector('a')?.focus();
    if (event.key === 'Escape') input.value = '';
    if (event.key === 'Escape') void update();
  });
}

function show(results: HTMLElement, found: readonly Entry[]): void {
  if (found.length === 0) {
    results.textContent = 'Nothing found.';
    return;
  }
  const list = document.createElement('ul');
  for (const { title, context, href } of found) {
    const link = Object.assign(document.createElement('a'), { href });
    const place = Object.assign(document.createElement('small'), { textContent: context });
    link.append(Object.assign(document.createElement('span'), { textContent: title }), place);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  results.replaceChildren(list);
}
