/** A page of a list; also all of its entries, which `for await` reads page by page. */
export type Pages<Page, Entry> = Promise<Page> & AsyncIterable<Entry>;

interface Paged {
  nextCursor: string | null;
}

/** @param read reads the page that begins at a cursor, the first without */
export function readPages<Page extends Paged, Entry>(
  read: (cursor?: string) => Promise<Page>,
  getEntries: (page: Page) => Entry[],
): Pages<Page, Entry> {
  const first = read();
  const iterate = async function* (): AsyncGenerator<Entry> {
    let page = await first;
    yield* getEntries(page);
    while (page.nextCursor !== null) {
      page = await read(page.nextCursor);
      yield* getEntries(page);
    }
  };
  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
}
