type Say = (line: string) => void;

export interface Turn {
  say: Say;
  end: () => void;
}

/**
 * Returns one output for several writers at the same time that keeps the lines of each together: one of them writes
 * directly, the others' lines wait until it has ended. Each call begins a turn.
 */
export function takingTurns(say: Say): () => Turn {
  let speaker: Turn | undefined;
  const ended: string[] = [];
  const sayAll = (lines: string[]) => {
    for (const line of lines.splice(0)) say(line);
  };
  return () => {
    const waiting: string[] = [];
    const turn: Turn = {
      say: (line) => {
        speaker ??= turn;
        waiting.push(line);
        if (speaker === turn) sayAll(waiting);
      },
      end: () => {
        ended.push(...waiting.splice(0));
        if (speaker !== undefined && speaker !== turn) return;
        sayAll(ended);
        speaker = undefined;
      },
    };
    return turn;
  };
}
