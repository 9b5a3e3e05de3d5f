import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export type Facing = 'user' | 'environment';
type CameraState = 'starting' | 'on' | 'refused' | 'missing';

/** Shows the camera in the video while the component is there, and turns it off after it. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, facing: Facing): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    setState('starting');
    openCamera(facing).then(
      async (opened) => {
        stream = opened;
        if (isOver || !video.current) return stop(opened);
        video.current.srcObject = opened;
        await video.current.play().catch(() => undefined);
        setState('on');
      },
      (error: unknown) => !isOver && setState(stateAfter(error)),
    );
    return () => {
      isOver = true;
      stop(stream);
    };
  }, [video, facing]);
  return state;
}

/** Absent without HTTPS and in some WebViews. */
function openCamera(facingMode: Facing): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) return Promise.reject(new DOMException('', 'NotAllowedError'));
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode, width: { ideal: 1920 }, height: { ideal: 1920 } },
  });
}

function stateAfter(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : '';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'refused';
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
