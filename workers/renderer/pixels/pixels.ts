/** Row-major bytes, 3 (RGB) or 4 (straight RGBA) a pixel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}
