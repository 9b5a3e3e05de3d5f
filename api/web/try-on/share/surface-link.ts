import { copyText } from './copy-text.ts';
import { shareNatively } from './native-share.ts';

/** Way in which a link reached the shopper; null: the share sheet was dismissed. */
export type Surfaced = 'native' | 'copied' | 'shown' | null;

/**
 * Brings a link to the shopper: by the share sheet, else by the clipboard, else it has to be shown (specification "Look
 * Shared variants", rules 1 to 3).
 */
export async function surfaceLink(url: string, title: string): Promise<Surfaced> {
  const native = await shareNatively({ url, title });
  if (native === 'cancelled') return null;
  if (native === 'shared') return 'native';
  return (await copyText(url)) ? 'copied' : 'shown';
}
