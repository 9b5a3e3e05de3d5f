import type { ComponentChildren } from 'preact';
import { TrendingDown, TrendingUp } from '../icons.ts';
import { Icon } from './icon.tsx';

/** A surface for things that belong together. */
export const Card = ({ children }: { children: ComponentChildren }) => <div class="card">{children}</div>;

export interface Change {
  /** E.g. `12% more than last week`. */
  text: string;
  direction: 'up' | 'down';
  /** Direction of the effect; a change that is neither is neutral. */
  effect?: 'better' | 'worse';
}

interface StatProps {
  label: string;
  /** With its unit, e.g. `1.8 s`. */
  value: string | number;
  note?: string;
  /** Against the period before. */
  change?: Change;
  /** Description of the number, on hover and for assistive technology. */
  about?: string;
}

/** One number. */
export function Stat({ label, value, note, change, about }: StatProps) {
  return (
    <div class="card stat">
      <h2 class="stat-label" title={about}>
        {label}
        {about && <span class="unseen">: {about}</span>}
      </h2>
      <p class="stat-value">{value}</p>
      {change && <StatChange {...change} />}
      {note && <p class="stat-note">{note}</p>}
    </div>
  );
}

function StatChange({ text, direction, effect }: Change) {
  return (
    <p class={effect ? `stat-change stat-${effect}` : 'stat-change'}>
      <Icon icon={direction === 'up' ? TrendingUp : TrendingDown} size={16} />
      {text}
    </p>
  );
}

/** Numbers beside each other. */
export function Stats({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="stats" aria-label={label}>
      {children}
    </section>
  );
}

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names with their values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          value !== false && (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}
