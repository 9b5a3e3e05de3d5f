/** A straight, level, free edge on which small things can stand: table, console, shelf. Output pixels. */
export interface Support {
  x: number;
  width: number;
  /** Row on which the things' lower edges stand. */
  y: number;
  /** Bigger is better: length × contrast × free air above. */
  score: number;
}
