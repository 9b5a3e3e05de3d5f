import { Camera, ImagePlus, Lock } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../design/components/button.tsx';
import { Icon } from '../../../design/components/icon.tsx';
import { useApp } from '../../ui/app-context.ts';
import { PhotoProblem } from './photo-problem.tsx';
import { useDroppedPhoto } from './use-dropped-photo.ts';

/** Where the camera sheet is downloaded from when it is wanted. */
const loadCamera = () => import('./camera-sheet.tsx');
type CameraSheet = Awaited<ReturnType<typeof loadCamera>>['CameraSheet'];

/** Ways to a photo of one's own: camera, file, drag, paste. */
export function PhotoSource() {
  const { state, texts, bootstrap, photos } = useApp();
  const [Sheet, setSheet] = useState<{ Camera: CameraSheet } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const use = (file: Blob | undefined) => file && void photos.use(file);
  const isOver = useDroppedPhoto(use);
  const { upload } = state;
  const isBusy = upload.status === 'preparing' || upload.status === 'uploading';
  return (
    <section class={isOver ? 'source source-over' : 'source'}>
      {isBusy ? (
        <Working preview={upload.preview} text={texts.photo[upload.status]} />
      ) : (
        <>
          {upload.status === 'refused' ? <PhotoProblem reason={upload.reason} /> : <Figure />}
          <div class="source-ways">
            <Button
              kind="primary"
              icon={Camera}
              wide
              onClick={async () => setSheet({ Camera: (await loadCamera()).CameraSheet })}
            >
              {texts.photo.take}
            </Button>
            <Button icon={ImagePlus} wide onClick={() => input.current?.click()}>
              {texts.photo.choose}
            </Button>
            <p class="source-drop small soft">{isOver ? texts.photo.dropNow : texts.photo.drop}</p>
          </div>
        </>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        hidden
        aria-label={texts.photo.choose}
        onChange={({ currentTarget }) => {
          use(currentTarget.files?.[0]);
          // So that the same file can be chosen again after it was refused.
          currentTarget.value = '';
        }}
      />
      <p class="source-privacy small soft">
        <Icon icon={Lock} size={16} />
        {texts.photo.privacy(bootstrap.store.photoHours)}
      </p>
      {Sheet && (
        <Sheet.Camera
          onClose={() => setSheet(null)}
          onPhoto={(photo) => {
            setSheet(null);
            use(photo);
          }}
        />
      )}
    </section>
  );
}

/** A person within the frame of a photo: how it should look. */
function Figure() {
  return (
    <svg class="source-figure" viewBox="0 0 120 160" aria-hidden="true" focusable="false">
      <path
        class="source-frame"
        d="M2 26V10a8 8 0 0 1 8-8h16M94 2h16a8 8 0 0 1 8 8v16M118 134v16a8 8 0 0 1-8 8H94M26 158H10a8 8 0 0 1-8-8v-16"
      />
      <circle class="source-person" cx="60" cy="52" r="19" />
      <path class="source-person" d="M20 146c0-34 14-58 40-58s40 24 40 58z" />
    </svg>
  );
}

function Working({ preview, text }: { preview: string; text: string }) {
  return (
    <div class="source-working" aria-busy="true">
      <img src={preview} alt="" />
      <p>
        <span class="source-spinner" />
        {text}
      </p>
    </div>
  );
}
