/** Returns the address of an image as a JPEG, far smaller than the PNG. */
export function asJpeg(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}format=jpeg`;
}
