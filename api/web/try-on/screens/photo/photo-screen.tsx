import { getScene } from '../../state/look.ts';
import { useApp } from '../../ui/app-context.ts';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { TryingOn } from '../../ui/trying-on.tsx';
import { LastPhoto } from './last-photo.tsx';
import { ModelPhotos } from './model-photos.tsx';
import { PhotoSource } from './photo-source.tsx';
import './photo-screen.css';

/** The shopper's own photo, the one used last, or one of the store's. */
export function PhotoScreen() {
  const { state, texts } = useApp();
  const scene = getScene(state.look);
  return (
    <>
      <TryingOn />
      <ScreenHeading text={texts.photo.title} lead={scene ? texts.photo.leadOf[scene] : texts.photo.lead} />
      <div class="photo-screen">
        <PhotoSource />
        <div class="photo-offers">
          <LastPhoto />
          <ModelPhotos />
        </div>
      </div>
    </>
  );
}
