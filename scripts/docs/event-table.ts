import { type EventRule, eventMap, forwardedName } from '../../shared/events/event-map.ts';
import { tryOnFailures } from '../../shared/events/try-on-failures.ts';

/** Returns the events of the browser events API, one row each, with an example of its properties. */
export function eventTable(): string {
  return [
    '| Event | Fires when | Its properties | Example |',
    '|---|---|---|---|',
    ...eventMap.map((rule) => {
      const cells = [`\`${forwardedName(rule.name)}\``, rule.firesWhen, getProperties(rule), toExample(rule)];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** Returns the reasons of `Service Try On Failed`. */
export function failureTable(): string {
  const rows = Object.entries(tryOnFailures).map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`);
  return ['| `reason` | Meaning |', '|---|---|', ...rows].join('\n');
}

function getProperties({ properties }: EventRule): string {
  const entries = Object.entries(properties).map(([name, { type, variant }]) => {
    return `\`${name}\`: ${type}${variant ? `, only of \`${variant}\`` : ''}`;
  });
  return entries.join('<br>') || '–';
}

function toExample({ properties }: EventRule): string {
  const values = Object.entries(properties).map(([name, { example }]) => [name, example]);
  return `\`${JSON.stringify(Object.fromEntries(values))}\``;
}
