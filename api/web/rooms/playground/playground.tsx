import { useEffect, useRef, useState } from 'preact/hooks';
import type { RenderRequest } from '../../../../shared/client/types.ts';
import { CodeTabs } from '../../design/components/code-block.tsx';
import { addCopyButtons } from '../../tools/copy-buttons.ts';
import {
  findMissing,
  fromRequest,
  type ImageInput,
  type Inputs,
  newProduct,
  readSample,
  toRequest,
} from './inputs.ts';
import { Outcome, type RunState } from './outcome.tsx';
import { type FieldProblem, RequestForm } from './request-form.tsx';
import { type Mode, type Run, run } from './run.ts';
import { writeSamples } from './samples.ts';
import type { SentRequests } from './sent-requests.ts';

interface Props {
  /** Public origin of the API, for the samples. */
  baseUrl: string;
  /** Of the forms of this session. */
  token: string;
  sent: SentRequests;
  /** A render has begun or ended. */
  onChange(): void;
}

/** A form that renders, what comes of it, and the same call for programs. */
export function Playground({ baseUrl, token, sent, onChange }: Props) {
  const [inputs, setInputs] = useState<Inputs>(() => ({ scene: '', products: [newProduct()] }));
  const [mode, setMode] = useState<Mode>('test');
  const [state, setState] = useState<RunState>({ name: 'idle' });
  const [uploaded, setUploaded] = useState<{ inputs: Inputs; request: RenderRequest }>();
  const caller = useRef<AbortController | undefined>(undefined);
  useRunAgain(sent, setInputs);
  const send = async () => {
    const missing = findMissing(inputs);
    if (missing) return setState({ name: 'failed', error: missing, inputs });
    const since = performance.now();
    caller.current = new AbortController();
    setState({ name: 'running', since });
    const onUploaded = (request: RenderRequest) => setUploaded({ inputs, request });
    const { signal } = caller.current;
    setState(await render(token, { inputs, mode, signal, since, setState, sent, onUploaded }));
    onChange();
  };
  const toText = (image: ImageInput) => (typeof image === 'string' ? image : `file_… of ${image.name}`);
  const request = uploaded?.inputs === inputs ? uploaded.request : toRequest(inputs, toText);
  return (
    <div class="playground">
      <RequestForm
        inputs={inputs}
        problem={findProblem(state, inputs)}
        mode={mode}
        isRunning={state.name === 'running'}
        onInputs={setInputs}
        onMode={setMode}
        onSample={() => void readSample().then(setInputs)}
        onSend={() => void send()}
        onCancel={() => caller.current?.abort()}
      />
      <div class="playground-side">
        <Outcome run={state} />
        <Samples baseUrl={baseUrl} request={request} />
      </div>
    </div>
  );
}

/** Returns the field that the last run was refused for, until the form is changed. */
function findProblem(state: RunState, inputs: Inputs): FieldProblem | undefined {
  if (state.name !== 'failed' || state.inputs !== inputs) return undefined;
  const error = state.error as Partial<FieldProblem>;
  return error.field ? (error as FieldProblem) : undefined;
}

interface Rendering extends Omit<Run, 'onProgress'> {
  since: number;
  setState(state: RunState): void;
  sent: SentRequests;
}

/** Runs a render to its end; returns what the page shows then. */
async function render(
  token: string,
  { since, setState, sent, onUploaded, ...given }: Rendering,
): Promise<RunState> {
  let remember = (_renderId: string) => {};
  try {
    const result = await run(token, {
      ...given,
      onUploaded: (request) => {
        onUploaded(request);
        remember = (renderId) => sent.add(renderId, request);
      },
      onProgress: (progress) => {
        remember(progress.renderId);
        setState({ name: 'running', since, progress });
      },
    });
    remember(result.id);
    const seconds = (performance.now() - since) / 1000;
    return { name: 'done', result, scene: given.inputs.scene, seconds };
  } catch (error) {
    return { name: 'failed', error, inputs: given.inputs };
  }
}

/** Fills the form by the buttons of the list of renders, outside of this tree. */
function useRunAgain(sent: SentRequests, setInputs: (inputs: Inputs) => void): void {
  useEffect(() => {
    const fill = ({ target }: Event) => {
      const id = (target as Element).closest<HTMLElement>('[data-again]')?.dataset.again;
      const request = id && sent.find(id);
      if (!request) return;
      setInputs(fromRequest(request));
      document.getElementById('playground')?.scrollIntoView();
    };
    document.addEventListener('click', fill);
    return () => document.removeEventListener('click', fill);
  }, [sent, setInputs]);
}

function Samples({ baseUrl, request }: { baseUrl: string; request: RenderRequest }) {
  const block = useRef<HTMLElement>(null);
  useEffect(() => addCopyButtons(block.current!), []);
  return (
    <section class="room-section" ref={block} aria-labelledby="same-call">
      <h2 id="same-call">The same call</h2>
      <CodeTabs samples={writeSamples(baseUrl, request)} group="playground-call" />
    </section>
  );
}
