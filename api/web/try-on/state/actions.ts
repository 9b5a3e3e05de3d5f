import type { FlowView, SessionView, TryOnView } from '../../../../shared/try-on/contract.ts';
import type {
  Asked,
  ChosenPhoto,
  Connection,
  LookEntry,
  Message,
  Screen,
  SharedLookStatus,
  UploadStatus,
} from './app-state.ts';
import type { FlowPlace, StepOutcome } from './flow-progress.ts';
import type { ListingState } from './listing-state.ts';
import type { Reason } from './reason.ts';

/** Everything that changes the application's state. */
export type Action =
  | { type: 'shop-asked'; asked: Asked }
  | { type: 'session-ready'; session: SessionView }
  | { type: 'session-failed'; reason: Reason }
  | { type: 'session-retried' }
  | { type: 'session-restored' }
  | { type: 'upload-changed'; upload: UploadStatus }
  | { type: 'photo-chosen'; photo: ChosenPhoto }
  | { type: 'photo-deleted'; id: string }
  | { type: 'look-set'; look: LookEntry[] }
  | { type: 'pictured-described'; pictured: LookEntry[] }
  | { type: 'item-added'; entry: LookEntry }
  /** Another variant, or another product, in the place of an entry. */
  | { type: 'item-changed'; key: string; entry: LookEntry }
  | { type: 'item-removed'; key: string }
  /** To the place that it has in the image. */
  | { type: 'item-put-back'; key: string }
  | { type: 'item-moved'; key: string; to: number }
  | { type: 'replacement-asked'; key: string | null }
  | { type: 'flow-started'; flow: FlowView; place: FlowPlace | null }
  /** Items that the step of the flow shows. */
  | { type: 'flow-items-found'; productIds: ReadonlySet<string> }
  | { type: 'flow-step-left'; outcome: StepOutcome }
  | { type: 'flow-left' }
  /** Its launcher was used again. */
  | { type: 'flow-reopened' }
  | { type: 'shared-look-changed'; sharedLook: SharedLookStatus }
  | { type: 'shared-look-opened'; shortId: string }
  | { type: 'shared-look-left' }
  | { type: 'render-starting' }
  | { type: 'render-refused'; reason: Reason }
  | { type: 'render-changed'; view: TryOnView }
  | { type: 'render-dropped' }
  | { type: 'connection-changed'; connection: Connection }
  | { type: 'listing-changed'; key: string; part: Partial<ListingState> }
  | { type: 'message-changed'; message: Message | null }
  /** `step`: of the guided flow, which the items then show. */
  | { type: 'screen-wanted'; screen: Screen; step?: number };
