import { readPlatformId } from '../catalog/platform-id.ts';

/** One property of an event: what it is read as, and how the documentation shows it. */
export interface PropertyRule<Value = unknown> {
  /** For the documentation. */
  type: string;
  example: Value;
  /** Reads the value in its type, converted and cut where needed; undefined when it cannot be read as one. */
  read(value: unknown): unknown;
  /** Only this variant of the event has the property. */
  variant?: string;
}

const propertyLimits = { label: 200, text: 500, shortId: 64, url: 2048, count: 1_000_000 };

/** A look has a handful of products. Their ids are as long as in the catalog and in orders, which they are joined with. */
const maxLookIds = 20;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controlCharacters = /[\x00-\x1f\x7f]+/g;

/** Reads a text of at most `max` characters, from a string, a number or a boolean; undefined from anything else. */
export function readText(value: unknown, max: number): string | undefined {
  if (typeof value === 'number' ? !Number.isFinite(value) : !['string', 'boolean'].includes(typeof value)) {
    return undefined;
  }
  const text = String(value).replace(controlCharacters, ' ').trim();
  // By characters: half of an emoji is not a character.
  return text.length <= max ? text : [...text].slice(0, max).join('');
}

const numberText = /^\d{1,15}(?:\.\d{1,15})?$/;

function readCount(value: unknown): number | undefined {
  const isNumberText = typeof value === 'string' && numberText.test(value.trim());
  const number = typeof value === 'number' || isNumberText ? Math.round(Number(value)) : Number.NaN;
  return number >= 0 && number <= propertyLimits.count ? number : undefined;
}

const flags = new Map<unknown, boolean>([
  ...([true, 'true', 1, '1', 'yes'] as const).map((value) => [value, true] as const),
  ...([false, 'false', 0, '0', 'no'] as const).map((value) => [value, false] as const),
]);

export function readFlag(value: unknown): boolean | undefined {
  return flags.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
}

function readUrl(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.length > propertyLimits.url || !URL.canParse(text)) return undefined;
  return ['https:', 'http:'].includes(new URL(text).protocol) ? text : undefined;
}

/** Reads the platform ids of a look: one id or a list; entries that are not ids are left out. */
export function readLook(value: unknown): string[] {
  const ids = [value].flat().flatMap((entry) => readPlatformId(entry) ?? []);
  return ids.slice(0, maxLookIds);
}

const { label: maxLabel, text: maxText, shortId: maxShortId } = propertyLimits;

export const count = (example: number): PropertyRule<number> => ({
  type: 'number',
  example,
  read: readCount,
});

export const flag = (example: boolean): PropertyRule<boolean> => ({
  type: 'boolean',
  example,
  read: readFlag,
});

export const label = <Value extends string>(example: Value): PropertyRule<Value> => ({
  type: `string, up to ${maxLabel} characters`,
  example,
  read: (value) => readText(value, maxLabel),
});

export const longText = (example: string): PropertyRule<string> => ({
  type: `string, up to ${maxText} characters`,
  example,
  read: (value) => readText(value, maxText),
});

/** Absent, instead of empty, where there is none. */
export const shortId = (example: string): PropertyRule<string> => ({
  type: `string, up to ${maxShortId} characters`,
  example,
  read: (value) => readText(value, maxShortId) || undefined,
});

/** As the specification says of `Service Shared Look Opened`: when present. */
export const whenPresent = <Rule extends PropertyRule>(rule: Rule): Rule => ({
  ...rule,
  type: `${rule.type}, absent without a shared look`,
});

export const url = (example: string): PropertyRule<string> => ({
  type: 'http(s) URL',
  example,
  read: readUrl,
});

export const oneOf = <Value extends string>(values: readonly [Value, ...Value[]]): PropertyRule<Value> => ({
  type: values.map((value) => `\`${value}\``).join(', '),
  example: values[0],
  read: (value) => readText(value, maxLabel)?.toLowerCase(),
});

export const ofVariant = <Rule extends PropertyRule>(variant: string, rule: Rule): Rule => ({
  ...rule,
  variant,
});
