import type { TryOnView } from '../../../../../shared/try-on/contract.ts';
import type { Connection } from '../../state/app-state.ts';
import type { Texts } from '../../texts/texts.ts';
import type { Progress } from './progress.ts';

const nearlyFrom = 0.85;

/** Returns one sentence that says what happens with the image right now; `view` is null until the service has it. */
export function stageText(
  texts: Texts,
  view: TryOnView | null,
  { share, isLong }: Progress,
  connection: Connection,
): string {
  const { generate } = texts;
  if (!view) return generate.starting;
  if (connection === 'offline') return generate.reconnecting;
  if (view.state === 'queued') return queuedText(texts, view.position);
  if (isLong) return generate.longer;
  return share >= nearlyFrom ? generate.nearly : generate.running;
}

function queuedText({ generate }: Texts, position: number | null): string {
  if (position === null) return generate.waiting;
  return position <= 1 ? generate.next : generate.queued(position - 1);
}
