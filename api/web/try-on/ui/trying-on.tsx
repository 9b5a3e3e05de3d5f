import { Image } from '../../design/components/image.tsx';
import { Skeleton } from '../../design/components/skeleton.tsx';
import type { LookEntry } from '../state/app-state.ts';
import { activeFlow } from '../state/flow.ts';
import { lookKey } from '../state/look.ts';
import { formatMoney } from '../texts/formats.ts';
import { useApp } from './app-context.ts';
import './trying-on.css';

/** Names what is tried on, from the shop's page to the image: the item, the items, or the flow. */
export function TryingOn() {
  const { state, texts } = useApp();
  const { look, asked } = state;
  const flow = activeFlow(state)?.flow;
  // Its place is kept from the start, so that nothing moves.
  const isAwaited = !state.isRestored && (asked.items.length > 0 || asked.flow !== null);
  if (look.length === 0 && !flow) return isAwaited ? <Skeleton /> : null;
  const [only] = look.length === 1 ? look : [];
  return (
    <section class="trying-on" aria-label={texts.shell.tryingOn}>
      {look.map((entry) => (
        <div key={lookKey(entry)} class="trying-on-thumb">
          <Image image={entry.image} alt="" sizes="48px" eager />
        </div>
      ))}
      <p class="trying-on-words">
        <span class="small soft">{texts.shell.tryingOn}</span>
        {only && <OneItem entry={only} />}
        {look.length > 1 && <span>{texts.shell.items(look.length)}</span>}
        {look.length === 0 && flow && (
          <span>
            <bdi>{flow.name}</bdi> · {texts.shell.steps(flow.steps.length)}
          </span>
        )}
      </p>
    </section>
  );
}

function OneItem({ entry: { title, variantTitle, price, isSizeOpen } }: { entry: LookEntry }) {
  const { language } = useApp();
  const options = isSizeOpen ? null : variantTitle?.split(' / ').join(' · ');
  return (
    <>
      <bdi>{[title, options].filter(Boolean).join(', ')}</bdi>
      {price && <span class="small soft numbers">{formatMoney(price, language)}</span>}
    </>
  );
}
