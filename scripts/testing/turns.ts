type Say = (line: string) => void;

export interface Turn {
  say: Say;
  end: () => void;
}

/**
 * One output for several writers at once, each of whose lines stay together: one of them writes as it
 * goes, the others' lines wait until it has ended. Each call begins a turn.
 */
export function takingTurns(say: Say): () => Turn {
  let speaker: Turn | undefined;
  const ended: string[] = [];
  const sayAll = (lines: string[]) => {
    for (const line of lines.splice(0)) say(line);
  };
  return () => {
    const held: string[] = [];
    const turn: Turn = {
      say: (line) => {
        speaker ??= turn;
        held.push(line);
        if (speaker === turn) sayAll(held);
      },
      end: () => {
        ended.push(...held.splice(0));
        if (speaker !== undefined && speaker !== turn) return;
        sayAll(ended);
        speaker = undefined;
      },
    };
    return turn;
  };
}
