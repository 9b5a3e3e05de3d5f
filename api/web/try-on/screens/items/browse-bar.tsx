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
  const find = (q: string) => listing.show({ ...listing.read().filters, q });
  useEffect(() => setText(filters.q), [filters.q]);
  useEffect(() => {
    if (text === filters.q) return;
    const timer = setTimeout(() => find(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
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
        onInput={(event) => setText(event.currentTarget.value)}
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
