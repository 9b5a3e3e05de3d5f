import { Sparkles } from 'lucide';
import type { SharedLookView } from '../../../../../shared/try-on/shared-look-contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { CheckoutButton } from '../../checkout/checkout-button.tsx';
import { StopSharing } from '../../share/stop-sharing.tsx';
import type { LookEntry } from '../../state/app-state.ts';
import { formatDate } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { ImageStage } from '../result/image-stage.tsx';
import { SharedItems } from './shared-items.tsx';
import '../../share/share-link.css';
import '../result/result-screen.css';

interface Props {
  look: SharedLookView;
  /** Those of its items that the shop still has. */
  entries: LookEntry[];
}

/** The image, what is in it, and the ways on: trying it on, and the shop. */
export function SharedLook({ look, entries }: Props) {
  const { state, texts, bootstrap, sharedLooks } = useWholeApp();
  const titles = entries.map(({ title }) => title).join(', ');
  return (
    <div class="result">
      <ImageStage before={null} after={look.picture} alt={texts.shared.picture(titles)} />
      <div class="result-side">
        <ScreenHeading text={texts.shared.heading(bootstrap.store.name)} />
        {look.own && <OwnLook look={look} />}
        <SharedItems entries={entries} missing={look.items.length - entries.length} />
        <div class="action-bar result-action">
          {entries.length > 0 && (
            <Button kind="primary" icon={Sparkles} wide onClick={() => sharedLooks.tryOn(entries)}>
              {texts.shared.tryOn}
            </Button>
          )}
          <CheckoutButton entries={entries} kind="secondary" />
          {(state.look.length > 0 || entries.length === 0) && (
            <Button kind="quiet" wide onClick={sharedLooks.leave}>
              {state.look.length > 0 ? texts.shared.ownLook : texts.shared.leave}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function OwnLook({ look }: { look: SharedLookView }) {
  const { texts, language, sharedLooks } = useWholeApp();
  return (
    <div class="share-link">
      <p class="small soft">{texts.sharing.until(formatDate(look.expiresAt, language))}</p>
      <StopSharing shortId={look.shortId} onEnded={sharedLooks.ended} />
    </div>
  );
}
