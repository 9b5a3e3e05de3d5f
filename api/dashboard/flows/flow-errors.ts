import type { FormErrors } from '../../http/form.ts';
import { toField } from './flow-draft.ts';

/** Paths of a flow's fields, and what the page calls them. */
const labels: readonly [path: RegExp, label: (found: string) => string][] = [
  [/^id$/, () => 'Id'],
  [/^(?:steps\[\d+\]\.)?name$/, () => 'Name'],
  [/^steps$/, () => 'The steps'],
  [/^steps\[\d+\]$/, () => 'This step'],
  [/\.source\.products\[(\d+)\]$/, (index) => `Product ${Number(index) + 1}`],
  [/\.source\.(category|tag|products)$/, (kind) => `The ${kind}`],
  [/\.minItems$/, () => 'Minimum'],
  [/\.maxItems$/, () => 'Maximum'],
];

function toLabel(path: string): string {
  for (const [pattern, label] of labels) {
    const found = pattern.exec(path);
    if (found) return label(found[1] ?? '');
  }
  return path;
}

/** Returns the mistakes of a flow by the fields of its form, in the words of the page. */
export function toFlowErrors(mistakes: Readonly<Record<string, string>>): FormErrors {
  return Object.fromEntries(
    Object.entries(mistakes).map(([path, sentence]) => [toFormField(path), translate(path, sentence)]),
  );
}

/** Returns the first field of the form that has a mistake: the one that gets the focus. */
export function findFirstMistake(errors: FormErrors, steps: number): string | undefined {
  const listFields = (index: number) =>
    (['name', 'from', 'minItems', 'maxItems'] as const).map((name) => toField(index, name));
  const fields = ['name', 'id', ...Array.from({ length: steps }, (_, index) => listFields(index)).flat()];
  return fields.find((field) => errors[field] !== undefined);
}

function toFormField(path: string): string {
  const [, index, name = 'name'] = /^steps\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  if (index === undefined) return path;
  const known = (['name', 'minItems', 'maxItems'] as const).find((each) => each === name);
  return toField(Number(index), known ?? 'from');
}

function translate(path: string, sentence: string): string {
  const words = sentence.startsWith(path) ? toLabel(path) + sentence.slice(path.length) : sentence;
  return words.replace('minItems', 'the minimum').replace('maxItems', 'the maximum');
}

/** Returns a warning of `flowWarnings` with the name of its step in place of the path. */
export const toFlowWarning = (warning: string, names: readonly string[]): string =>
  warning.replace(/^steps\[(\d+)\]\.(\w+)/, (_, index: string, field: string) => {
    const step = `The step “${names[Number(index)]}”`;
    return field === 'minItems' ? `The minimum of ${step.replace('The', 'the')}` : step;
  });
