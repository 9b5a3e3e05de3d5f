import type { ComponentChildren } from 'preact';
import type { RenderDoc, RenderModel } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { Status, type Tone } from '../web/design/components/status.tsx';
import { Time } from '../web/design/components/time.tsx';
import { RenderImage } from './render-image.tsx';
import { toRequestPath } from './requests/requests-page.tsx';

/** Lists the newest renders of an account, without those of shoppers. */
export function listNewest(renders: RenderModel, account: string, count: number): Promise<RenderDoc[]> {
  return renders
    .find({ account, tryOn: { $exists: false } }, { report: 0, chain: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(count)
    .lean<RenderDoc[]>();
}

const tones: Readonly<Record<string, Tone>> = { succeeded: 'success', failed: 'danger', expired: 'warning' };

interface Props {
  title: string;
  lead: string;
  renders: readonly RenderDoc[];
  /** Beneath each of them. */
  action?: (render: RenderDoc) => ComponentChildren;
  /** Beneath the list; `isOpen`: one of them has not ended. */
  children?: (isOpen: boolean) => ComponentChildren;
}

/** Renders with their images; brought up to date while one is open (api/web/rooms/watch-renders.ts). */
export function RenderList({ title, lead, renders, action, children }: Props) {
  const isOpen = renders.some(({ state }) => !isTerminal(state));
  return (
    <section
      class="room-section"
      aria-labelledby="images"
      data-open-renders={isOpen || undefined}
      id="renders"
    >
      <h2 id="images">{title}</h2>
      <p class="soft">{lead}</p>
      {renders.length > 0 && (
        <ul class="render-list" aria-live="polite">
          {renders.map((render) => (
            <li key={render._id} class="card">
              <RenderImage render={render} />
              <p>
                <Status tone={tones[render.state] ?? 'neutral'}>{render.state}</Status>
              </p>
              <p class="soft">
                <a href={toRequestPath(render.requestId)}>
                  <Time at={render.createdAt} />
                </a>{' '}
                · {render.mode}
              </p>
              {action?.(render)}
            </li>
          ))}
        </ul>
      )}
      {children?.(isOpen)}
    </section>
  );
}
