/** Result of the browser's own share sheet. */
export type NativeShare = 'shared' | 'cancelled' | 'unavailable';

/**
 * Offers data to the browser's share sheet. `unavailable`: it has none, or it failed, e.g. because the tap is too long ago;
 * `cancelled`: the shopper dismissed it (Web Share API, `AbortError`).
 */
export async function shareNatively(data: ShareData): Promise<NativeShare> {
  if (typeof navigator.share !== 'function') return 'unavailable';
  // Older browsers share links alone, and have no `canShare`.
  const canShare = navigator.canShare?.(data) ?? data.files === undefined;
  if (!canShare) return 'unavailable';
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'cancelled' : 'unavailable';
  }
}
