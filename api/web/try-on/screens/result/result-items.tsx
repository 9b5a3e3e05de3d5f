import { ArrowLeftRight, Undo2, X } from 'lucide';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../../design/components/button.tsx';
import { Image } from '../../../design/components/image.tsx';
import { followedRender, type LookEntry } from '../../state/app-state.ts';
import { noFilters } from '../../state/filters.ts';
import { lookKey, totalPrice } from '../../state/look.ts';
import { formatMoney } from '../../texts/formats.ts';
import { useApp, useWholeApp } from '../../ui/app-context.ts';

/** The items of the image, those that the look no longer has struck through, then what the look has besides. */
export function ResultItems() {
  const { state, texts, language } = useWholeApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const { look, pictured } = state;
  const leftOut = new Set(followedRender(state)?.leftOut.map(lookKey));
  const total = totalPrice(look);
  const keys = new Set(look.map(lookKey));
  const shown = new Set(pictured.map(lookKey));
  const added = look.filter((entry) => !shown.has(lookKey(entry)));
  return (
    <section>
      <h2 ref={heading} class="result-title" tabIndex={-1}>
        {texts.result.items}
      </h2>
      <ul class="result-items">
        {pictured.map((entry) => (
          <DepictedItem
            key={lookKey(entry)}
            entry={entry}
            isIn={keys.has(lookKey(entry))}
            isLeftOut={leftOut.has(lookKey(entry))}
          />
        ))}
        {added.map((entry) => (
          <AddedItem key={lookKey(entry)} entry={entry} after={heading} />
        ))}
      </ul>
      {total && look.length > 1 && (
        <p class="result-total">
          <span>{texts.items.total}</span>
          <strong class="numbers">{formatMoney(total, language)}</strong>
        </p>
      )}
    </section>
  );
}

interface DepictedProps {
  entry: LookEntry;
  isIn: boolean;
  /** The provider could not put it into the image. */
  isLeftOut: boolean;
}

/** An item that was removed stays in its place, as it is still in the image; so does the focus. */
function DepictedItem({ entry, isIn, isLeftOut }: DepictedProps) {
  const { texts, dispatch } = useWholeApp();
  const row = useRef<HTMLLIElement>(null);
  const wasIn = useRef(isIn);
  useEffect(() => {
    if (wasIn.current !== isIn) row.current?.querySelector('button')?.focus();
    wasIn.current = isIn;
  }, [isIn]);
  const putBack = () => dispatch({ type: 'item-put-back', key: lookKey(entry) });
  return (
    <li ref={row} class={isIn ? 'result-item' : 'result-item result-item-out'}>
      <Description entry={entry} isIn={isIn} {...(isLeftOut && { note: texts.result.leftOut })} />
      {isIn ? (
        <ItemButtons entry={entry} />
      ) : (
        <Button
          kind="quiet"
          icon={Undo2}
          aria-label={texts.result.putBackItem(entry.title)}
          onClick={putBack}
        >
          {texts.result.putBack}
        </Button>
      )}
    </li>
  );
}

function AddedItem({ entry, after }: { entry: LookEntry; after: RefObject<HTMLElement | null> }) {
  const { texts } = useWholeApp();
  return (
    <li class="result-item">
      <Description entry={entry} isIn note={texts.result.added} />
      <ItemButtons entry={entry} onRemoved={() => after.current?.focus()} />
    </li>
  );
}

function Description({ entry, isIn, note }: { entry: LookEntry; isIn: boolean; note?: string }) {
  const { language } = useApp();
  const { title, image, price } = entry;
  return (
    <>
      <div class="result-thumb">
        <Image image={image} alt="" sizes="64px" eager />
      </div>
      <div class="result-words">
        <p>
          <bdi>{isIn ? title : <del>{title}</del>}</bdi>
        </p>
        {price && isIn && <p class="small soft numbers">{formatMoney(price, language)}</p>}
        {note && <p class="small soft">{note}</p>}
      </div>
    </>
  );
}

function ItemButtons({ entry, onRemoved }: { entry: LookEntry; onRemoved?: () => void }) {
  const { texts, dispatch, track, status, listing } = useWholeApp();
  const key = lookKey(entry);
  const swap = () => {
    dispatch({ type: 'replacement-asked', key });
    if (entry.category) listing.show({ ...noFilters, category: entry.category });
    dispatch({ type: 'screen-wanted', screen: 'items' });
  };
  const remove = () => {
    dispatch({ type: 'item-removed', key });
    track('Try On Edited', { action: 'remove' });
    status.say(texts.result.removed(entry.title));
    onRemoved?.();
  };
  return (
    <div class="result-controls">
      <IconButton icon={ArrowLeftRight} name={texts.result.swap(entry.title)} onClick={swap} />
      <IconButton icon={X} name={texts.result.remove(entry.title)} onClick={remove} />
    </div>
  );
}
