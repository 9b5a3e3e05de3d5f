import { jsonVerifier, type VerifierError } from 'stream-json/utils/verifier.js';

/** Characters that are looked at: a mistake behind them is not worth the time of the event loop. */
const maxLength = 64 * 1024;

/** Ends a number or a word at the end of a text, which else might continue. */
const padding = ' '.repeat(16);

/**
 * Says where a text that JSON.parse refused stops being JSON, for the end of a sentence; empty where that is not known.
 * `shortened` is found in strings that were longer: behind one, the column would not be that of the caller.
 */
export function locateMistake(text: string, shortened?: string): string {
  const head = text.slice(0, maxLength);
  try {
    jsonVerifier()(head + padding);
    return head === text ? ': it ends too early' : '';
  } catch (error) {
    const { line, pos, offset } = error as VerifierError;
    const before = head.slice(offset - pos + 1, offset);
    const isMoved = shortened !== undefined && before.includes(shortened);
    return `: see line ${line}${isMoved ? '' : `, column ${pos}`}`;
  }
}
