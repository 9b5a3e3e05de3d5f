import { Search, SlidersHorizontal, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../../design/components/button.tsx';
import { Icon } from '../../../design/components/icon.tsx';
import { setFilters } from '../../state/filters.ts';
import { getListing } from '../../state/listing-state.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { FilterSheet } from './filter-sheet.tsx';
import './browse-bar.css';

/** A search starts when no key was pressed for this long. */
const typingPauseMs = 250;

/** The search field, and the way to filters and sorts. */
export function BrowseBar() {
  const { state, texts } = useWholeApp();
  const { filters } = getListing(state);
  const [isOpen, setOpen] = useState(false);
  const count = setFilters(filters).length + (filters.sort === 'featured' ? 0 : 1);
  return (
    <div class="browse-bar">
      <SearchField />
      <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span class="browse-label">{texts.items.filter}</span>
        {count > 0 && <span class="browse-count">{count}</span>}
      </Button>
      {isOpen && <FilterSheet onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Finds while one types; Enter finds at once. */
function SearchField() {
  const { state, texts, listing, status, track } = useWholeApp();
  const { filters, total, status: listed } = getListing(state);
  const [text, setText] = useState(filters.q);
  /** By Enter, until it is known how many items it finds. */
  const [submitted, setSubmitted] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The last search of this field; another text of the list was set elsewhere, by "Clear all" for example. */
  const found = useRef(filters.q);
  const timer = useRef<number | undefined>(undefined);
  const find = (q: string) => {
    window.clearTimeout(timer.current);
    found.current = q;
    listing.show({ ...listing.read().filters, q });
  };
  const type = (q: string) => {
    setText(q);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(find, typingPauseMs, q);
  };
  useEffect(() => {
    // An effect runs after the frame: by then, more may have been typed than the list shows.
    const { q } = listing.read().filters;
    if (q === found.current) return;
    found.current = q;
    setText(q);
  }, [filters.q]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (filters.q !== '' && total !== null && listed !== 'loading') status.say(texts.items.found(total));
  }, [filters.q, total, listed]);
  useEffect(() => {
    if (submitted !== filters.q || listed === 'loading') return;
    setSubmitted(null);
    if (listed !== 'failed' && total !== null)
      track('Search Submitted', { query: submitted, result_count: total });
  }, [submitted, filters.q, total, listed]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: `<search>` is not known to the oldest browsers that are supported.
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
        setSubmitted(text.trim() === '' ? null : text);
        input.current?.blur();
      }}
    >
      <Icon icon={Search} />
      <input
        ref={input}
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        maxLength={200}
        aria-label={texts.items.search}
        placeholder={texts.items.search}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
      />
      {text !== '' && (
        <IconButton
          icon={X}
          name={texts.items.clearSearch}
          onClick={() => {
            setText('');
            find('');
            input.current?.focus();
          }}
        />
      )}
    </form>
  );
}
