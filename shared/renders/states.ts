/**
 * The life of a render as a table. Every transition is one compare-and-set on the render document
 * (`transition` in transition.ts); one that is not in this table cannot be made.
 */
export const renderStates = [
  'new',
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const;
export type RenderState = (typeof renderStates)[number];

/** The states that callers see: a render is queued for them from its first moment on. */
export type ShownState = Exclude<RenderState, 'new'>;
export const shownStates = renderStates.filter((state): state is ShownState => state !== 'new');

export const toShownState = (state: RenderState): ShownState => (state === 'new' ? 'queued' : state);

export const terminalStates = [
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const satisfies RenderState[];
export type TerminalState = (typeof terminalStates)[number];
export type OpenState = Exclude<RenderState, TerminalState>;

export function isTerminal(state: RenderState): state is TerminalState {
  return (terminalStates as readonly RenderState[]).includes(state);
}

/** The states with work still to come; at rest no render is in one of them. */
export const openStates = renderStates.filter((state) => !isTerminal(state)) as OpenState[];

/**
 * A `new` render this old has lost the API process that was making it; an API that is only slow finds
 * out by its compare-and-set. A retry with its Idempotency-Key waits until then.
 */
export const abandonAfterMs = 6_000;

interface RuleBase {
  from: readonly OpenState[];
  /** Condition, besides the state, for the compare-and-set to match. */
  guard: string;
  /** Who makes it. */
  by: string;
}

/** `hold`: what becomes of the credit that the render holds; `none` where it cannot hold one. */
export type TransitionRule =
  | (RuleBase & { to: OpenState; hold: 'kept' })
  | (RuleBase & { to: TerminalState; hold: 'captured' | 'released' | 'none' });

export const transitions = {
  accept: { from: ['new'], to: 'queued', guard: 'its credit is held', by: 'API', hold: 'kept' },
  refuse: { from: ['new'], to: 'failed', guard: 'none', by: 'API', hold: 'none' },
  abandon: {
    from: ['new'],
    to: 'failed',
    guard: `older than ${abandonAfterMs / 1000} s`,
    by: 'sweeper',
    hold: 'released',
  },
  claim: {
    from: ['queued'],
    to: 'running',
    guard: 'deadline ahead; takes a new fencing token',
    by: 'worker',
    hold: 'kept',
  },
  giveBack: {
    from: ['running'],
    to: 'queued',
    guard: 'own fencing token',
    by: 'worker that stops or cannot read the input',
    hold: 'kept',
  },
  handOver: {
    from: ['running'],
    to: 'queued',
    guard: 'own fencing token; the next provider has other workers',
    by: 'worker',
    hold: 'kept',
  },
  recover: {
    from: ['running'],
    to: 'queued',
    guard: 'lease ended, attempts left',
    by: 'sweeper',
    hold: 'kept',
  },
  retry: {
    from: ['running'],
    to: 'queued',
    guard: 'the attempt that the operator saw, attempts left',
    by: 'API',
    hold: 'kept',
  },
  exhaust: {
    from: ['running'],
    to: 'failed',
    guard: 'lease ended, no attempts left',
    by: 'sweeper',
    hold: 'released',
  },
  succeed: { from: ['running'], to: 'succeeded', guard: 'own fencing token', by: 'worker', hold: 'captured' },
  fail: { from: ['running'], to: 'failed', guard: 'own fencing token', by: 'worker', hold: 'released' },
  abandonQueued: {
    from: ['queued'],
    to: 'cancelled',
    guard: 'its caller has gone',
    by: 'API',
    hold: 'released',
  },
  cancel: {
    from: ['new', 'queued', 'running'],
    to: 'cancelled',
    guard: 'requested by its owner',
    by: 'API',
    hold: 'released',
  },
  withdraw: {
    from: ['new', 'queued', 'running'],
    to: 'cancelled',
    guard: 'its caller received 503',
    by: 'API or sweeper',
    hold: 'released',
  },
  withdrawQueued: {
    from: ['queued'],
    to: 'cancelled',
    guard: 'the API process of its caller is lost',
    by: 'sweeper',
    hold: 'released',
  },
  expire: {
    from: ['queued', 'running'],
    to: 'expired',
    guard: 'deadline passed',
    by: 'API or sweeper',
    hold: 'released',
  },
} as const satisfies Record<string, TransitionRule>;

export type TransitionName = keyof typeof transitions;

/** The transitions that end a render. */
export type EndingName = {
  [Name in TransitionName]: (typeof transitions)[Name]['to'] extends TerminalState ? Name : never;
}[TransitionName];
