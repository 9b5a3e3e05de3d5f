import { invalidInput } from '../../errors.ts';
import { sha256Hex } from '../../ids.ts';
import type { Place } from './listing-entry.ts';

/** Where a page of a listing ends. */
export interface ListingCursor extends Place {
  /** Of the catalog when the page was made. */
  revision: number;
  /** Products before the next page; counts only for results of a search, in their order of relevance. */
  offset: number;
}

/** The same for the same question: the cursor of one list cannot continue another. */
function fingerprint(question: unknown): string {
  return sha256Hex(JSON.stringify(question)).slice(0, 8);
}

export function encodeCursor(
  { rank, productId, revision, offset }: ListingCursor,
  question: unknown,
): string {
  const parts = [fingerprint(question), rank, productId, revision, offset];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws ApiError INVALID_INPUT for what is not a cursor of this question. */
export function decodeCursor(text: string, question: unknown): ListingCursor {
  const [mark, rank, productId, revision, offset] = parsed(Buffer.from(text, 'base64url').toString());
  const numbers = [rank, revision, offset].every((part) => typeof part === 'number');
  if (mark !== fingerprint(question) || !numbers || typeof productId !== 'string')
    throw invalidInput(
      'cursor',
      'is not a cursor of this list; send the nextCursor of a page with the same filters.',
    );
  return { rank, productId, revision, offset } as ListingCursor;
}

function parsed(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
