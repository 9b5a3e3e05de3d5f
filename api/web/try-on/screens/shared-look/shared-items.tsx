import { Image } from '../../../design/components/image.tsx';
import type { LookEntry } from '../../state/app-state.ts';
import { lookKey, totalPrice } from '../../state/look.ts';
import { formatMoney } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';

/** The items of a shared look with their prices of now, and how many the shop no longer has. */
export function SharedItems({ entries, missing }: { entries: LookEntry[]; missing: number }) {
  const { texts, language } = useWholeApp();
  const total = totalPrice(entries);
  return (
    <section>
      <h2 class="result-title">{texts.result.items}</h2>
      <ul class="result-items">
        {entries.map((entry) => (
          <li key={lookKey(entry)} class="result-item">
            <div class="result-thumb">
              <Image image={entry.image} alt="" sizes="64px" eager />
            </div>
            <div class="result-words">
              <p>
                <bdi>{entry.title}</bdi>
              </p>
              {entry.variantTitle && (
                <p class="small soft">
                  <bdi>{entry.variantTitle}</bdi>
                </p>
              )}
              {entry.price && <p class="small soft numbers">{formatMoney(entry.price, language)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {missing > 0 && <p class="result-note small soft">{texts.shared.missing(missing)}</p>}
      {total && entries.length > 1 && (
        <p class="result-total">
          <span>{texts.items.total}</span>
          <strong class="numbers">{formatMoney(total, language)}</strong>
        </p>
      )}
    </section>
  );
}
