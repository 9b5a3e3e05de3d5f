import { invalidInput } from '../../errors.ts';
import { sha256Hex } from '../../ids.ts';

/** The position of the last product on a page of a listing. */
export interface ListingCursor {
  /** Of the product shown last, in the order of the question. */
  rank: number;
  /** The products shown last, the very last one first: any of them may be gone when the next page is read. */
  shown: string[];
  /** Of the catalog when the page was made. */
  revision: number;
  /** Products before the next page; counts only for results of a search, in their order of relevance. */
  offset: number;
}

export const maxShown = 5;

/** Returns the same for the same question: the cursor of one list cannot continue another. */
function fingerprint(question: unknown): string {
  return sha256Hex(JSON.stringify(question)).slice(0, 8);
}

export function encodeCursor({ rank, revision, offset, shown }: ListingCursor, question: unknown): string {
  const parts = [fingerprint(question), rank, revision, offset, ...shown];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws ApiError INVALID_INPUT for what is not a cursor of this question. */
export function decodeCursor(text: string, question: unknown): ListingCursor {
  const [mark, rank, revision, offset, ...shown] = parsed(Buffer.from(text, 'base64url').toString());
  const numbers = [rank, revision, offset].every((part) => typeof part === 'number');
  const ids = shown.length > 0 && shown.length <= maxShown && shown.every((id) => typeof id === 'string');
  if (mark !== fingerprint(question) || !numbers || !ids)
    throw invalidInput(
      'cursor',
      'is not a cursor of this list; send the nextCursor of a page with the same filters.',
    );
  return { rank, revision, offset, shown } as ListingCursor;
}

function parsed(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
