import { Camera, ImagePlus, SwitchCamera } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SceneKind } from '../../../../../shared/try-on/contract.ts';
import { Button, IconButton } from '../../../design/components/button.tsx';
import { useWholeApp } from '../../ui/app-context.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { type Facing, useCamera } from './use-camera.ts';
import './camera-sheet.css';

interface Props {
  scene: SceneKind;
  onClose: () => void;
  onPhoto: (photo: Blob) => void;
}

interface Shot {
  blob: Blob;
  url: string;
}

/** A selfie shows a person best, the camera at the back a room. */
const facings = { person: 'user', room: 'environment' } as const;

/** The live camera with a look at the photo before it is used; the phone's camera app where a page may not. */
export function CameraSheet({ scene, onClose, onPhoto }: Props) {
  const { texts } = useWholeApp();
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>(facings[scene]);
  const [shot, setShot] = useState<Shot | null>(null);
  const camera = useCamera(video, facing);
  useEffect(() => () => URL.revokeObjectURL(shot?.url ?? ''), [shot]);
  const take = async () => {
    const blob = video.current && (await captureFrame(video.current));
    if (blob) setShot({ blob, url: URL.createObjectURL(blob) });
  };
  const actions = shot ? (
    <>
      <Button kind="primary" onClick={() => onPhoto(shot.blob)}>
        {texts.camera.use}
      </Button>
      <Button onClick={() => setShot(null)}>{texts.camera.again}</Button>
    </>
  ) : camera === 'on' ? (
    <Button kind="primary" icon={Camera} onClick={take}>
      {texts.camera.shoot}
    </Button>
  ) : null;
  return (
    <Sheet
      title={texts.camera.title}
      closeName={texts.shell.close}
      size="large"
      onClose={onClose}
      actions={actions}
    >
      {camera === 'refused' || camera === 'missing' ? (
        <NativeCamera text={texts.camera[camera]} facing={facings[scene]} onPhoto={onPhoto} />
      ) : (
        <div class="camera" aria-busy={camera === 'starting' || undefined}>
          <video ref={video} class={facing === 'user' ? 'camera-mirrored' : ''} playsInline muted autoPlay />
          {shot && <img src={shot.url} alt={texts.camera.preview} />}
          {camera === 'starting' && <p>{texts.camera.starting}</p>}
          {camera === 'on' && !shot && (
            <IconButton
              class="camera-flip"
              icon={SwitchCamera}
              name={texts.camera.flip}
              onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

interface NativeProps {
  text: string;
  facing: Facing;
  onPhoto: (photo: Blob) => void;
}

/** A file input with `capture` opens the camera app of a phone, and a file dialog elsewhere. */
function NativeCamera({ text, facing, onPhoto }: NativeProps) {
  const { texts } = useWholeApp();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const isPhone = matchMedia('(pointer: coarse)').matches;
  const field = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      currentTarget.files?.[0] && onPhoto(currentTarget.files[0]),
  } as const;
  return (
    <div class="camera-native">
      <p>{text}</p>
      {isPhone && (
        <Button icon={Camera} onClick={() => camera.current?.click()}>
          {texts.camera.native}
        </Button>
      )}
      <Button kind="primary" icon={ImagePlus} onClick={() => files.current?.click()}>
        {texts.photo.choose}
      </Button>
      <input {...field} ref={camera} capture={facing} aria-label={texts.camera.native} />
      <input {...field} ref={files} aria-label={texts.photo.choose} />
    </div>
  );
}

/** Returns the image that the camera shows, as others see the person: not mirrored. */
function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
}
