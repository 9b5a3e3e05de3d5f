interface SentEvent {
  id?: string;
  event: string;
  data: unknown;
}

/** The events of a whole stream, without comments; `data` is JSON. */
export function getEvents(stream: string): SentEvent[] {
  return stream
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
      return { ...fields, data: JSON.parse(fields.data) as unknown };
    });
}
