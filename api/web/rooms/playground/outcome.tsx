import { useEffect, useState } from 'preact/hooks';
import { RenderApiError, RenderInterrupted } from '../../../../shared/client/errors.ts';
import type { RenderProgress } from '../../../../shared/client/progress.ts';
import type { RenderResult } from '../../../../shared/client/submit-render.ts';
import { Facts } from '../../design/components/card.tsx';
import { Banner } from '../../design/components/status.tsx';
import { usePreview } from './image-field.tsx';
import { type ImageInput, type Inputs, MissingInput } from './inputs.ts';

/** The run of the page, as it is now. */
export type RunState =
  | { name: 'idle' }
  | { name: 'running'; since: number; progress?: RenderProgress }
  | { name: 'done'; result: RenderResult; scene: ImageInput; seconds: number }
  | { name: 'failed'; error: unknown; inputs: Inputs };

/** Shows the progress of a run, or its result. */
export const Outcome = ({ run }: { run: RunState }) => (
  <div class="playground-outcome" aria-live="polite">
    {run.name === 'running' && <Progress {...run} />}
    {run.name === 'failed' && <Failure error={run.error} />}
    {run.name === 'done' && <Result {...run} />}
  </div>
);

function Progress({ since, progress }: { since: number; progress?: RenderProgress }) {
  const seconds = useSeconds(since);
  const usual = progress?.expectedSeconds;
  return (
    <>
      <p>
        {toStage(progress)} <span class="soft">{toTime(seconds, usual)}</span>
      </p>
      <progress max={1} value={progress?.share ?? 0} aria-label="Share of the work done" />
    </>
  );
}

const toTime = (seconds: number, usual: number | undefined) =>
  usual === undefined ? `${seconds} s` : `${seconds} s, usually about ${Math.round(usual)} s`;

function toStage(progress: RenderProgress | undefined): string {
  if (!progress) return 'Sending the images';
  const { state, position, stage } = progress;
  if (state === 'queued')
    return position === undefined ? 'In the queue' : `In the queue, position ${position}`;
  return stage === undefined ? 'Running' : `Running: ${stage}`;
}

/** Returns the whole seconds since then, each second anew. */
function useSeconds(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const clock = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(clock);
  }, []);
  return Math.max(0, Math.round((now - since) / 1000));
}

function Failure({ error }: { error: unknown }) {
  // Its message is at the field.
  if (error instanceof MissingInput) return null;
  if (error instanceof RenderInterrupted)
    return <Banner tone="info">Cancelled. Credits charged: {error.render?.usage.credits ?? 0}.</Banner>;
  const { code, field, requestId } =
    error instanceof RenderApiError ? error : ({} as Partial<RenderApiError>);
  return (
    <>
      <Banner tone="danger">{(error as Error).message}</Banner>
      <Facts
        facts={[
          ['Code', code && <code>{code}</code>],
          ['Field', field && <code>{field}</code>],
          ['Charged', 'nothing'],
          ['Request', requestId && <RequestLink id={requestId} />],
        ]}
      />
    </>
  );
}

const RequestLink = ({ id }: { id: string }) => (
  <a href={`/developers/requests/${encodeURIComponent(id)}`}>
    <code>{id}</code>
  </a>
);

function Result({ result, scene, seconds }: Extract<RunState, { name: 'done' }>) {
  const before = usePreview(scene);
  const { credits, balance } = result.usage;
  return (
    <>
      <div class="playground-images">
        {before && (
          <figure>
            <img src={before} alt="The scene" />
            <figcaption>The scene</figcaption>
          </figure>
        )}
        <figure>
          <img src={result.image} alt="The scene with the products in it" />
          <figcaption>The response</figcaption>
        </figure>
      </div>
      <Facts
        facts={[
          ['Cost', `${credits} ${credits === 1 ? 'credit' : 'credits'}, ${balance} left`],
          ['Duration', `${seconds.toFixed(1)} s`],
          ['Render', <code>{result.id}</code>],
          ['Request', result.requestId && <RequestLink id={result.requestId} />],
        ]}
      />
    </>
  );
}
