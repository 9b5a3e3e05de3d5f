/** A level surface on which small products can stand: table, console, shelf. Output pixels. */
export interface Support {
  x: number;
  width: number;
  /** Row of the lower edges of products placed on it. */
  y: number;
  /** Higher is better. */
  score: number;
  /** Pixels per centimetre on it, where a thing of known size stands there. */
  scale?: number;
  /** The part on which things stand; its extent is less certain elsewhere. */
  sure?: { from: number; to: number };
  /** Only known to reach a little beyond the thing that stands on it. */
  beside?: true;
}
