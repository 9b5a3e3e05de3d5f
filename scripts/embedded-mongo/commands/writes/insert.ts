import { decodeDocument, encodeDocument, maxDocumentBytes } from '../../bson/decode.ts';
import { failures } from '../../errors.ts';
import { docsOption, getCollection } from '../arguments.ts';
import type { Command } from '../context.ts';
import { eachPart, withErrors } from './bulk-write.ts';

export const insert: Command = {
  options: ['documents', 'ordered', 'bypassDocumentValidation'],
  inert: ['bypassEmptyTsReplacement'],
  writes: true,
  run(call, { engine }) {
    const collection = engine.open(getCollection(call));
    const documents = call.documents ?? docsOption(call, 'documents').map((doc) => encodeDocument(doc));
    let n = 0;
    const insertOne = (bytes: Uint8Array): void => {
      if (bytes.length > maxDocumentBytes) throw failures.documentTooLarge(String(bytes.length));
      collection.insert(decodeDocument(bytes), bytes);
      n++;
    };
    const errors = eachPart(call, documents, insertOne);
    return errors instanceof Promise
      ? errors.then((list) => withErrors({ n }, list))
      : withErrors({ n }, errors);
  },
};
