/** Returns the address of a picture as a JPEG, far smaller than the PNG. */
export function asJpeg(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}format=jpeg`;
}
