export interface Sanitised {
  /** The given Buffer where nothing was dropped. */
  file: Buffer;
  /** EXIF orientation, 1 to 8; 1 when there is none or an invalid one. */
  orientation: number;
  /** The file broke off, and an end marker was added: it must decode without a warning. */
  endAdded?: boolean;
}
