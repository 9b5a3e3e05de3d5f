import { Camera, ImagePlus, Lock } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import type { SceneKind } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { Icon } from '../../../design/components/icon.tsx';
import { getScene } from '../../state/look.ts';
import { useApp } from '../../ui/app-context.ts';
import { PhotoProblem } from './photo-problem.tsx';
import { useDroppedPhoto } from './use-dropped-photo.ts';

/** Loads the camera sheet on first use. */
const loadCamera = () => import('./camera-sheet.tsx');
type CameraSheet = Awaited<ReturnType<typeof loadCamera>>['CameraSheet'];

/** Ways to a photo of one's own: camera, file, drag, paste. */
export function PhotoSource() {
  const { state, texts, wholeTexts, bootstrap, photos } = useApp();
  const [Sheet, setSheet] = useState<{ Camera: CameraSheet } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const use = (file: Blob | undefined) => file && void photos.use(file);
  const isOver = useDroppedPhoto(use);
  const { upload } = state;
  const scene = getScene(state.look) ?? 'person';
  const isBusy = upload.status === 'preparing' || upload.status === 'uploading';
  // A webcam shows neither a room nor a whole person.
  const hasTouch = matchMedia('(pointer: coarse)').matches;
  const openCamera = async () => {
    const [{ CameraSheet }] = await Promise.all([loadCamera(), wholeTexts]);
    setSheet({ Camera: CameraSheet });
  };
  const take = (
    <Button key="take" kind={hasTouch ? 'primary' : 'secondary'} icon={Camera} wide onClick={openCamera}>
      {texts.photo.take}
    </Button>
  );
  const choose = (
    <Button
      key="choose"
      kind={hasTouch ? 'secondary' : 'primary'}
      icon={ImagePlus}
      wide
      onClick={() => input.current?.click()}
    >
      {texts.photo.choose}
    </Button>
  );
  return (
    <section class={isOver ? 'source source-over' : 'source'}>
      {isBusy ? (
        <Working preview={upload.preview} text={texts.photo[upload.status]} />
      ) : (
        <>
          {upload.status === 'refused' ? <PhotoProblem reason={upload.reason} /> : <Figure scene={scene} />}
          <div class="source-ways">
            {hasTouch ? [take, choose] : [choose, take]}
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
          scene={scene}
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

const shapes = {
  person: 'M60 33a19 19 0 1 1 0 38 19 19 0 0 1 0-38ZM20 146c0-34 14-58 40-58s40 24 40 58z',
  room: 'M30 22h60v42H30ZM24 92a8 8 0 0 1 8-8h56a8 8 0 0 1 8 8v12H24ZM14 104a6 6 0 0 1 6-6v10h80V98a6 6 0 0 1 6 6v26h-8v8h-6v-8H28v8h-6v-8h-8z',
} as const;

/** A person, or a sofa beneath wall art, within the frame of a photo: how it should look. */
function Figure({ scene }: { scene: SceneKind }) {
  return (
    <svg class="source-figure" viewBox="0 0 120 160" aria-hidden="true" focusable="false">
      <path
        class="source-frame"
        d="M2 26V10a8 8 0 0 1 8-8h16M94 2h16a8 8 0 0 1 8 8v16M118 134v16a8 8 0 0 1-8 8H94M26 158H10a8 8 0 0 1-8-8v-16"
      />
      <path class="source-shape" d={shapes[scene]} />
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
