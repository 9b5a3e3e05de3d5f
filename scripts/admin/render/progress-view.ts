import type { RenderProgress } from '../../../shared/client/index.ts';
import { oneLine } from '../output.ts';

/** The terminal that progress is shown on: standard error, which leaves standard output to the result. */
export interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface ProgressView {
  show(progress: RenderProgress): void;
  /** Removes the bar. */
  close(): void;
}

const redrawMs = 200;
const clearLine = '\r\x1b[K';
const barWidth = 24;

/** Shows a bar that is redrawn on a terminal; elsewhere a line for each stage and each tenth of the work. */
export function openProgress(screen: Screen, now: () => number = Date.now): ProgressView {
  return screen.isTTY ? openBar(screen, now) : openLines(screen);
}

function openLines(screen: Screen): ProgressView {
  let last = '';
  return {
    show: (progress) => {
      const line = toLine({ ...progress, share: Math.floor(progress.share * 10) / 10 });
      if (line !== last) screen.write(`${line}\n`);
      last = line;
    },
    close: () => undefined,
  };
}

function openBar(screen: Screen, now: () => number): ProgressView {
  let progress: RenderProgress | undefined;
  let runningSince: number | undefined;
  const draw = () => {
    if (!progress) return;
    const seconds = runningSince === undefined ? 0 : (now() - runningSince) / 1000;
    screen.write(clearLine + barLine(progress, seconds).slice(0, (screen.columns || 80) - 1));
  };
  const timer = setInterval(draw, redrawMs);
  return {
    show: (changed) => {
      progress = changed;
      if (changed.state === 'running') runningSince ??= now();
      draw();
    },
    close: () => {
      clearInterval(timer);
      if (progress) screen.write(clearLine);
    },
  };
}

/** `rendering 40 %` */
function toLine({ state, position, stage, share }: RenderProgress): string {
  if (state === 'queued') return position === undefined ? 'queued' : `queued, position ${position}`;
  return oneLine(`${stage ?? state}${share > 0 ? ` ${percent(share)}` : ''}`);
}

/** `[██████░░░░░░]  50 %  rendering  24 s of about 48 s`; `seconds` since it runs. */
export function barLine(progress: RenderProgress, seconds: number): string {
  const { state, stage, share, expectedSeconds } = progress;
  const filled = Math.round(share * barWidth);
  const bar = `[${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}]`;
  if (state === 'queued') return `${bar}  ${toLine(progress)}`;
  const usual = expectedSeconds ? ` of about ${Math.round(expectedSeconds)} s` : '';
  return `${bar} ${percent(share).padStart(5)}  ${oneLine(stage ?? state)}  ${Math.round(seconds)} s${usual}`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
