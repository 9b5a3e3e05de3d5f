/** A file whose products cannot be told apart; the elements before it have been answered. */
export class JsonError extends Error {
  override name = 'JsonError';
}

/** No product is longer: 2,048 variants of 1 KB. Without a bound a file of one value would be held whole. */
const longestElement = 4 * 1024 * 1024;

/**
 * The elements of a JSON array, or of the array `products` of a JSON object, as text, one at a time: what a
 * file of 100,000 variants is read by without holding it. Elements are not checked; `JSON.parse` does that.
 * @throws JsonError when there is no such array, it never ends, or an element is over 4 MiB.
 */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const reader = createElementReader();
  for await (const chunk of chunks) yield* reader.read(chunk);
  reader.end();
}

function createElementReader() {
  let depth = 0;
  /** Depth of the elements; 0 until the array has begun, -1 once it has ended. */
  let level = 0;
  let element = '';
  let inString = false;
  let escaped = false;
  /** The string last read at depth 1, which before a `:` is a key. */
  let key = '';
  let readingKey = false;

  const keep = (text: string) => {
    if (element.length + text.length > longestElement) throw new JsonError('A product is over 4 MiB.');
    element += text;
  };

  const inText = (char: string) => {
    if (escaped) escaped = false;
    else if (char === '\\') escaped = true;
    else if (char === '"') inString = readingKey = false;
    if (readingKey && key.length < 16) key += char;
  };

  const open = (char: string) => {
    depth += 1;
    const atRoot = depth === 1 && char === '[';
    const underProducts = depth === 2 && char === '[' && key === 'products';
    if (level === 0 && (atRoot || underProducts)) level = depth;
  };

  const startsKey = () => {
    readingKey = depth === 1 && level === 0;
    if (readingKey) key = '';
  };

  /** Takes one character; whether an element ends before it. */
  const take = (char: string): boolean => {
    if (inString) inText(char);
    else if (char === '"') {
      startsKey();
      inString = true;
    } else if (char === '{' || char === '[') open(char);
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth < level) {
        level = -1;
        return true;
      }
    } else if (char === ',' && depth === level) return true;
    return false;
  };

  /** Takes a chunk; whatever of an element it holds is copied in one piece. */
  function* read(chunk: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < chunk.length && level !== -1; at += 1) {
      const before = level;
      const ends = take(chunk[at]!);
      if (before === 0 && level > 0) from = at + 1;
      if (!ends || before === 0) continue;
      keep(chunk.slice(from, at));
      if (element.trim() !== '') yield element;
      element = '';
      from = at + 1;
    }
    if (level > 0) keep(chunk.slice(from));
  }

  return {
    read,
    end: () => {
      if (level === 0) throw new JsonError('The file has no array of products.');
      if (level > 0) throw new JsonError('The file breaks off before the array of products ends.');
    },
  };
}
