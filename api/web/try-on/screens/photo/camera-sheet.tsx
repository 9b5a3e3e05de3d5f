import { Camera, ImagePlus, SwitchCamera } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../../design/components/button.tsx';
import { Sheet } from '../../../design/components/sheet.tsx';
import { useApp } from '../../ui/app-context.ts';
import { type Facing, useCamera } from './use-camera.ts';
import './camera-sheet.css';

interface Props {
  onClose: () => void;
  onPhoto: (photo: Blob) => void;
}

interface Shot {
  blob: Blob;
  url: string;
}

/** The live camera with a look at the photo before it is used; the phone's camera app where a page may not. */
export function CameraSheet({ onClose, onPhoto }: Props) {
  const { texts } = useApp();
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>('user');
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
        <NativeCamera text={texts.camera[camera]} onPhoto={onPhoto} />
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

/** A file input with `capture` opens the camera app of a phone, and a file dialog elsewhere. */
function NativeCamera({ text, onPhoto }: { text: string; onPhoto: (photo: Blob) => void }) {
  const { texts } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const isPhone = matchMedia('(pointer: coarse)').matches;
  return (
    <div class="camera-native">
      <p>{text}</p>
      <Button kind="primary" icon={isPhone ? Camera : ImagePlus} onClick={() => input.current?.click()}>
        {isPhone ? texts.camera.native : texts.photo.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label={texts.camera.native}
        onChange={({ currentTarget }) => currentTarget.files?.[0] && onPhoto(currentTarget.files[0])}
      />
    </div>
  );
}

/** The picture that the camera shows, as others see the person: not mirrored. */
function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
}
