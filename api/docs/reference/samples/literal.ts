/** Syntax of the literals of a language. */
interface Notation {
  true: string;
  false: string;
  null: string;
  object: [open: string, close: string];
  entry(name: string): string;
  text(value: string): string;
}

const singleQuoted = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

const words = { true: 'true', false: 'false', null: 'null' };

export const typescript: Notation = {
  ...words,
  object: ['{', '}'],
  entry: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)}: `,
  text: singleQuoted,
};

export const python: Notation = {
  true: 'True',
  false: 'False',
  null: 'None',
  object: ['{', '}'],
  entry: (name) => `${JSON.stringify(name)}: `,
  text: (value) => JSON.stringify(value),
};

export const php: Notation = {
  ...words,
  object: ['[', ']'],
  entry: (name) => `${singleQuoted(name)} => `,
  text: singleQuoted,
};

const lineWidth = 80;

/**
 * Returns the value in that notation: on one line where it fits, else one line an entry. `indent`: of the first line.
 */
export function literal(value: unknown, notation: Notation, unit = '  ', indent = ''): string {
  if (value === null || value === undefined) return notation.null;
  if (typeof value === 'boolean') return notation[`${value}`];
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object') return String(value);
  const inner = indent + unit;
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, notation, unit, inner))
    : Object.entries(value).map(
        ([name, item]) => notation.entry(name) + literal(item, notation, unit, inner),
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : notation.object;
  const space = Array.isArray(value) || notation.object[0] === '[' ? '' : ' ';
  const line = `${open}${space}${entries.join(', ')}${space}${close}`;
  if (entries.length === 0) return open + close;
  if (line.length + indent.length < lineWidth && !line.includes('\n')) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},`).join('\n')}\n${indent}${close}`;
}
