import { Download, ImagePlus, Share2 } from 'lucide';
import type { TryOnView } from '../../../../../shared/try-on/contract.ts';
import { Button, ButtonLink } from '../../../design/components/button.tsx';
import { asJpeg } from '../../api/as-jpeg.ts';
import { CheckoutButton } from '../../checkout/checkout-button.tsx';
import { SharedUntil, ShareSheet } from '../../share/share-link.tsx';
import { useShare } from '../../share/use-share.ts';
import { followedRender } from '../../state/app-state.ts';
import { sameItems } from '../../state/look.ts';
import { useApp, useWholeApp } from '../../ui/app-context.ts';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { CreateAgain, canCreate, TryOnsLeft } from './create-again.tsx';
import { Feedback } from './feedback.tsx';
import { ImageStage } from './image-stage.tsx';
import { ResultItems } from './result-items.tsx';
import './result-screen.css';

/** The image, what is in it, and what can be done next. */
export function ResultScreen() {
  const { state } = useApp();
  const view = followedRender(state);
  return view?.result ? <Result key={view.id} view={view} result={view.result} /> : null;
}

function Result({ view, result }: { view: TryOnView; result: NonNullable<TryOnView['result']> }) {
  const { state, texts, bootstrap } = useWholeApp();
  const titles = state.pictured.map(({ title }) => title).join(', ');
  const isChanged = !sameItems(state.look, view.items);
  const fileName = `${bootstrap.store.slug}-${texts.result.fileName}-${view.createdAt.slice(0, 10)}.jpg`;
  const sharing = useShare(view, fileName);
  const { link } = sharing;
  return (
    <div class="result">
      <ImageStage before={view.photo} after={result} alt={texts.result.picture(titles)}>
        <ButtonLink kind="quiet" icon={Download} href={asJpeg(result.url)} download={fileName}>
          {texts.result.download}
        </ButtonLink>
        <Button kind="quiet" icon={Share2} busy={sharing.isBusy} onClick={sharing.share}>
          {texts.sharing.share}
        </Button>
      </ImageStage>
      <div class="result-side">
        <ScreenHeading text={view.leftOut.length > 0 ? texts.result.titleOfPart : texts.result.title} />
        <ResultItems />
        {link && <SharedUntil link={link} onOpen={sharing.open} />}
        <div class="result-more">
          <OtherPhoto />
          {!isChanged && canCreate(view) && <CreateAgain />}
          {isChanged && state.look.length > 0 && <EditLook kind="quiet" />}
          <Feedback view={view} canRepeat={!isChanged} />
        </div>
        {!isChanged && <TryOnsLeft view={view} />}
        <Actions view={view} isChanged={isChanged} />
      </div>
      {link && sharing.isOpen && (
        <ShareSheet
          link={link}
          preview={asJpeg(result.url)}
          isShown={sharing.isShown}
          onEnded={sharing.ended}
          onClose={sharing.close}
        />
      )}
    </div>
  );
}

/** Offers checkout at any time, and a new render when the look differs from the image. */
function Actions({ view, isChanged }: { view: TryOnView; isChanged: boolean }) {
  const { state, texts, renders } = useWholeApp();
  const isEmpty = state.look.length === 0;
  return (
    <div class="action-bar result-action">
      {isChanged && <p class="small soft">{isEmpty ? texts.result.emptied : texts.result.changed}</p>}
      <CheckoutButton entries={state.look} />
      {isChanged && !isEmpty ? (
        canCreate(view) && (
          <Button wide onClick={() => void renders.start()}>
            {texts.result.update}
          </Button>
        )
      ) : (
        <EditLook kind={isEmpty ? 'primary' : 'secondary'} wide />
      )}
      {isChanged && <TryOnsLeft view={view} />}
    </div>
  );
}

function EditLook(look: { kind: 'primary' | 'secondary' | 'quiet'; wide?: boolean }) {
  const { texts, dispatch, track } = useWholeApp();
  const edit = () => {
    track('Try On Edited', { action: 'edit' });
    dispatch({ type: 'screen-wanted', screen: 'items' });
  };
  return (
    <Button {...look} onClick={edit}>
      {texts.result.edit}
    </Button>
  );
}

function OtherPhoto() {
  const { texts, dispatch } = useWholeApp();
  return (
    <Button
      kind="quiet"
      icon={ImagePlus}
      onClick={() => dispatch({ type: 'screen-wanted', screen: 'photo' })}
    >
      {texts.result.otherPhoto}
    </Button>
  );
}
