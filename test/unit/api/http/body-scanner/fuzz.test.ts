import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { BodyError } from '../../../../../api/http/body-scanner/body-error.ts';
import { type Bench, openBench, restored } from './support.ts';

/** Small caps would make legal documents fail; the caps have their own tests. */
const roomy = { maxSkeletonBytes: 4_000_000 };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Lengths on both sides of the 4096-character threshold, and well past it. */
const image: fc.Arbitrary<string> = fc
  .record({
    size: fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 3020, max: 3100 }),
      fc.integer({ min: 4000, max: 40_000 }),
    ),
    seed: fc.uint8Array({ minLength: 1, maxLength: 60 }),
    type: fc.constantFrom('image/png', 'image/jpeg', 'image/svg+xml', 'text/plain'),
  })
  .map(({ size, seed, type }) => `data:${type};base64,${Buffer.alloc(size, seed).toString('base64')}`);

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('data:', '"', '\\', '\\"', '\u2028', '__proto__', 'data:,x', '\ud800'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 3 }).map((unit) => unit.repeat(3000)) },
);

const { document } = fc.letrec<{ document: Json; leaf: Json; list: Json; record: Json }>((tie) => ({
  document: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('list'), tie('record')),
  leaf: fc.oneof(
    { weight: 3, arbitrary: image },
    { weight: 2, arbitrary: text },
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  ),
  list: fc.array(tie('document'), { maxLength: 5 }),
  record: fc.dictionary(
    fc.oneof(text, { weight: 1, arbitrary: fc.constantFrom('a', 'b') }),
    tie('document'),
    { maxKeys: 5 },
  ),
}));

/** Spells a document as JSON text, choosing white space and escapes from `choices`, which it walks round and round. */
function spell(value: Json, choices: number[]): string {
  let at = 0;
  const choose = (bound: number) => (choices[at++ % choices.length] ?? 0) % bound;
  const space = () => ['', '', ' ', '\n', '\t\r'][choose(5)];
  const string = (content: string): string => {
    // One of a few habits per string; per character it would be all escapes in the long ones.
    const habit = choose(6);
    const plain = JSON.stringify(content);
    if (habit === 0) return plain.replaceAll('/', '\\/');
    if (habit === 1) return plain.replaceAll('/', '\\u002f').replaceAll('+', '\\u002B');
    if (habit === 2) return plain.replace(/^"data/, '"\\u0064at\\u0061');
    if (habit === 3 && /^[ -!#-[\]-~]*$/.test(content))
      return `"${[...content].map((c) => (c === 'A' ? '\\u0041' : c)).join('')}"`;
    return plain;
  };
  const write = (item: Json): string => {
    if (typeof item === 'string') return string(item);
    if (Array.isArray(item)) return `[${item.map((child) => space() + write(child) + space()).join(',')}]`;
    if (typeof item !== 'object' || item === null) return JSON.stringify(item);
    const pairs = Object.entries(item).map(
      ([key, child]) => `${space()}${string(key)}${space()}:${space()}${write(child)}`,
    );
    // Now and then the first pair once more: JSON.parse keeps the last.
    if (pairs.length > 1 && choose(4) === 0) pairs.push(pairs[0]!);
    return `{${pairs.join(',')}}`;
  };
  return space() + write(value) + space();
}

function cut(whole: Buffer, cuts: number[]): Buffer[] {
  const marks = cuts.map((mark) => mark % (whole.length + 1)).sort((a, b) => a - b);
  return [0, ...marks]
    .map((mark, at) => whole.subarray(mark, marks[at] ?? whole.length))
    .filter((piece) => piece.length > 0);
}

/** What the scanner must agree with. */
function reference(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

const strictDataUrl =
  /^data:([^;,]*)(?:;[^,]*)?;\s*base64\s*,(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/i;

/** A data URL without what languages add to it: spaces before it, line breaks and percent-encoding in its payload. */
function tidy(content: string): string {
  const at = content.indexOf(',') + 1;
  const payload = content
    .slice(at)
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[ \t\n\r\f]/g, '');
  return content.slice(0, at).replace(/^[ \t\n\r\f]+/, '') + payload;
}

/** The scanner takes printable ASCII only before the comma, too. */
function isSound(raw: string): boolean {
  const content = tidy(raw);
  return strictDataUrl.test(content) && /^[ -~]*$/.test(content.slice(0, content.indexOf(',')));
}

/** One spelling for each data URL (type in lower case, no parameters, canonical base64): a spilled one keeps no other. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, canonical(child)]));
  }
  const url = typeof value === 'string' ? tidy(value) : '';
  const match = strictDataUrl.exec(url);
  if (!match) return value;
  const payload = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString('base64');
  return `data:${match[1]?.trim().toLowerCase() || 'text/plain'};base64,${payload}`;
}

/** Holds a string that begins like a data URL but is none: the one thing the scanner refuses and JSON.parse takes. */
function hasBadDataUrl(bytes: Buffer): boolean {
  // Every string of the text, not of the value: a duplicate key hides its first value there, but not from the scanner.
  const strings = bytes.toString('utf8').match(/"[^"\\]*(?:\\.[^"\\]*)*"/g) ?? [];
  const contents = strings.map((raw) => JSON.parse(raw) as string);
  return contents.some((content) => /^[ \t\n\r\f]*data:/i.test(content) && !isSound(content));
}

describe('body scanner against JSON.parse', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  const toOutcome = async (bytes: Buffer, cuts: number[]) => {
    try {
      const body = await bench.scan(cut(bytes, cuts), roomy);
      const value = canonical(await restored(body));
      const inUse = body.spilled.size;
      expect(await bench.files()).to.have.length(inUse);
      for (const { path } of body.spilled.values()) await rm(path);
      return { value };
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      expect(await bench.files(), 'files after a refusal').to.deep.equal([]);
      return { refused: error.kind };
    }
  };

  const choices = fc.array(fc.nat(1000), { minLength: 5, maxLength: 40 });
  const cuts = fc.array(fc.nat(), { maxLength: 30 });

  it('reads every legal document to the same value, however it is spelled and cut', async () => {
    await fc.assert(
      fc.asyncProperty(document, choices, cuts, async (value, choice, marks) => {
        const bytes = Buffer.from(spell(value, choice));
        const expected = reference(bytes);
        expect(expected, 'the generator writes legal JSON').to.not.equal(undefined);
        expect(await toOutcome(bytes, marks)).to.deep.equal({ value: canonical(expected?.value) });
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with JSON.parse on damaged documents: accepts the same, refuses the same', async () => {
    const damage = fc.array(
      fc.record({
        at: fc.nat(),
        kind: fc.constantFrom('flip', 'set', 'drop', 'cut', 'insert'),
        byte: fc.integer({ min: 0, max: 255 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const tally = { accepted: 0, refused: 0, badBase64: 0 };
    await fc.assert(
      fc.asyncProperty(document, choices, cuts, damage, async (value, choice, marks, wounds) => {
        let bytes: Buffer = Buffer.from(spell(value, choice));
        for (const wound of wounds) bytes = wounded(bytes, wound);
        const expected = reference(bytes);
        const outcome = await toOutcome(bytes, marks);
        if (outcome.refused === 'bad-base64' && expected) {
          tally.badBase64 += 1;
          expect(hasBadDataUrl(bytes), 'refused for base64 although every data URL is sound').to.equal(true);
          return;
        }
        tally[expected ? 'accepted' : 'refused'] += 1;
        if (expected) expect(outcome).to.deep.equal({ value: canonical(expected.value) });
        else expect(outcome).to.have.property('refused');
      }),
      { numRuns: 3000 },
    );
    // Without all three kinds the comparison would prove little.
    for (const [kind, count] of Object.entries(tally)) expect(count, kind).to.be.greaterThan(10);
  });
});

function wounded(bytes: Buffer, wound: { at: number; kind: string; byte: number }): Buffer {
  const at = wound.at % (bytes.length + 1);
  const copy = Buffer.from(bytes);
  if (wound.kind === 'cut') return copy.subarray(0, at);
  if (wound.kind === 'drop') return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1)]);
  // The bytes that mean something to a scanner, else random ones would hardly ever hit it.
  const telling = Buffer.from('"\\{}[],:=-_/u0d\n\u0001 ');
  const byte =
    wound.kind === 'flip' ? (copy[at] ?? 0) ^ (1 << (wound.byte % 8)) : telling[wound.byte % telling.length]!;
  if (wound.kind === 'insert')
    return Buffer.concat([copy.subarray(0, at), Buffer.from([byte]), copy.subarray(at)]);
  if (at < copy.length) copy[at] = byte;
  return copy;
}
