/** Returns a handle as it is compared: storefronts serve `/products/Linen-Sofa` and `/products/linen-sofa` alike. */
export function foldHandle(handle: string): string {
  return handle.normalize('NFC').toLowerCase();
}

/** Returns a color name as it is compared: case, accents and spacing are typed differently in feed and shop. */
export function foldColor(color: string): string {
  return color
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/** Returns a tag as it is compared: case makes no difference. */
export function foldTag(tag: string): string {
  return tag.normalize('NFC').trim().toLowerCase();
}
