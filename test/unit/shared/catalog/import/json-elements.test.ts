import { expect } from 'chai';
import fc from 'fast-check';
import { JsonError, jsonElements } from '../../../../../shared/catalog/import/json-elements.ts';

async function* chunked(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function elements(text: string, size = 1_000): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const element of jsonElements(chunked(text, size))) found.push(element);
  return found;
}

const cases: [string, string, unknown[]][] = [
  ['an array', '[{"a":1},{"b":[2]}]', [{ a: 1 }, { b: [2] }]],
  ['an empty array', ' [ ] ', []],
  ['spaces and line ends', ' [\n {"a" : 1 } ,\r\n 2 ]\n', [{ a: 1 }, 2]],
  ['the array products of an object', '{"products":[{"a":1},{"b":2}]}', [{ a: 1 }, { b: 2 }]],
  ['products after other fields', '{"tags":["x"],"n":{"products":[9]},"products":[1],"more":[2]}', [1]],
  ['a value that only reads products', '{"a":"products","b":[1],"products" : [2]}', [2]],
  ['brackets, commas and quotes within strings', '[{"a":"],[{\\"\\\\"},"}"]', [{ a: '],[{"\\' }, '}']],
  ['a string that holds an array', '{"a":"\\"products\\":[1]","products":[2]}', [2]],
];

describe('JSON elements', () => {
  for (const [name, text, expected] of cases) {
    it(`finds them in ${name}`, async () => {
      for (const size of [1, 3, 1_000]) expect(await elements(text, size)).to.deep.equal(expected);
    });
  }

  it('finds what JSON.stringify wrote, wherever the chunks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (values, size, wrapped) => {
          const text = JSON.stringify(wrapped ? { page: [0], products: values } : values);
          expect(await elements(text, size)).to.deep.equal(JSON.parse(JSON.stringify(values)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('returns each element as soon as it has arrived', async () => {
    let given = 0;
    async function* slowly() {
      for (const chunk of ['[{"a":1},', '{"b":2}', ']']) {
        given += 1;
        yield chunk;
      }
    }
    const first = await jsonElements(slowly()).next();
    expect(first.value).to.deep.equal({ a: 1 });
    expect(given).to.equal(1);
  });

  for (const [name, text, message] of [
    ['a file without an array of products', '{"items":[1]}', 'no array of products'],
    ['an empty file', '', 'no array of products'],
    ['a file that breaks off', '[{"a":1},{"b"', 'breaks off'],
    ['a comma before the end', '[{"a":1},\n{"b":2,}\n]', 'not valid JSON between line 1 and 3'],
    ['a product without an end', `[{"a":"${'x'.repeat(5 * 1024 * 1024)}"}]`, 'over 4 MiB'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const error = await elements(text).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(JsonError);
      expect((error as JsonError).message).to.contain(message);
    });
  }
});
