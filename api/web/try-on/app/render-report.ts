import type { RenderMessage } from '../../../../shared/try-on/frame-messages.ts';
import type { FrameLink } from '../api/frame.ts';
import type { AppState } from '../state/app-state.ts';
import type { Store } from '../state/store.ts';
import type { Texts } from '../texts/texts.ts';

type Report = Omit<RenderMessage, 'service' | 'type'>;

/** Tells the loader how the render is, for shoppers who have closed the dialog. */
export function reportRender(
  frame: Pick<FrameLink, 'send'>,
  store: Store,
  texts: Texts,
  now = Date.now,
): void {
  let sent = '';
  const report = (state: AppState) => {
    if (!state.isRestored) return;
    const { running, text, since } = describeRender(state, texts);
    const key = `${running} ${text} ${since}`;
    if (key === sent) return;
    sent = key;
    frame.send({ type: 'render', running, text, action: texts.items.view, since: since ?? now() });
  };
  report(store.read());
  store.subscribe(report);
}

function describeRender(
  { render }: AppState,
  { items, reasons }: Texts,
): Pick<Report, 'running' | 'text'> & { since: number | null } {
  if (render.status === 'starting') return { running: true, text: items.open, since: null };
  if (render.status === 'refused') return { running: false, text: reasons[render.reason].title, since: null };
  if (render.status === 'none') return { running: false, text: '', since: null };
  const { state, createdAt, failure } = render.view;
  const since = Date.parse(createdAt);
  if (state === 'queued' || state === 'running') return { running: true, text: items.open, since };
  if (state === 'succeeded') return { running: false, text: items.ready, since };
  return { running: false, text: reasons[failure?.reason ?? 'generation_failed'].title, since };
}
