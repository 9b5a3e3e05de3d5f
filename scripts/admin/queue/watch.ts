import { setTimeout as delay } from 'node:timers/promises';
import { json, printable } from '../output.ts';
import type { Screen } from '../render/progress-view.ts';
import type { QueueSample } from './read-sample.ts';
import { sampleLine, sampleTables } from './sample-text.ts';

export interface WatchOptions {
  read: () => Promise<QueueSample>;
  screen: Screen;
  everyMs: number;
  json: boolean;
  /** Ends the watch. */
  signal: AbortSignal;
}

const clearScreen = '\x1b[H\x1b[2J';

/**
 * Shows a sample again and again until the signal aborts: in place on a terminal, else a line for each. While Redis or
 * MongoDB is down, it shows the error.
 */
export async function watchQueue(options: WatchOptions): Promise<void> {
  const { read, screen, everyMs, signal } = options;
  while (!signal.aborted) {
    const text = await read().then(
      (sample) => toText(sample, options),
      (error: Error) => failureText(error, options),
    );
    if (signal.aborted) return;
    screen.write(screen.isTTY && !options.json ? clearScreen + text : text);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

function toText(sample: QueueSample, { screen, everyMs, json: asJson }: WatchOptions): string {
  if (asJson) return `${json(sample)}\n`;
  if (!screen.isTTY) return `${printable(sampleLine(sample))}\n`;
  const footer = `${sample.at}, every ${everyMs / 1000} s; Ctrl-C ends.`;
  return `${printable(`${sampleTables(sample)}\n\n${footer}`)}\n`;
}

function failureText({ message }: Error, { json: asJson }: WatchOptions): string {
  const at = new Date().toISOString();
  return asJson ? `${json({ at, error: message })}\n` : `${printable(`${at} not read: ${message}`)}\n`;
}
