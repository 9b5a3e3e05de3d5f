import { OutboundRefused } from '../../outbound/outbound.ts';
import { CsvError } from './csv-parser.ts';
import { CsvHeaderRefused } from './csv-products.ts';
import { EncodingRefused } from './decode-text.ts';
import { JsonError } from './json-elements.ts';
import { PagesEnded } from './shop-pages.ts';

const fileFaults = [CsvError, CsvHeaderRefused, JsonError, EncodingRefused, PagesEnded];

/** Describes what is wrong with a source as a whole; undefined for an error that is not the source's. */
export function describeSourceFault(error: unknown, from: string): string | undefined {
  if (error instanceof OutboundRefused) return `${from} ${error.message}.`;
  return fileFaults.some((fault) => error instanceof fault)
    ? `${from}: ${(error as Error).message}`
    : undefined;
}
