import { copyPromised, copyText } from './copy-text.ts';
import { shareNatively } from './native-share.ts';

/** Way in which a link reached the shopper; null: the share sheet was dismissed. */
export type Surfaced = 'native' | 'copied' | 'shown' | null;

/**
 * Brings a link to the shopper: by the share sheet, else by the clipboard, else it has to be shown (specification "Look
 * Shared variants", rules 1 to 3). Call it within the tap.
 */
export async function surfaceLink(url: Promise<string>, title: string): Promise<Surfaced> {
  if (typeof navigator.share !== 'function') return (await copyPromised(url)) ? 'copied' : 'shown';
  const native = await shareNatively({ url: await url, title });
  if (native === 'cancelled') return null;
  if (native === 'shared') return 'native';
  return (await copyText(await url)) ? 'copied' : 'shown';
}
