import { Maximize, ZoomIn, ZoomOut } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../design/components/button.tsx';
import { asJpeg } from '../../api/as-jpeg.ts';
import { formatShare } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { useZoom } from './use-zoom.ts';
import { maxScale, zoomFactor } from './zoom.ts';
import './image-stage.css';

interface Image {
  url: string;
  width: number;
  height: number;
}

interface Props {
  /** Beside the zoom buttons beneath it. */
  children?: ComponentChildren;
  before: Image | null;
  after: Image;
  alt: string;
}

/** The result over the photo it was made from: fades in, compares by a slider, zooms. */
export function ImageStage({ before, after, alt, children }: Props) {
  const { texts } = useWholeApp();
  const stage = useRef<HTMLElement>(null);
  const { view, zoomBy, reset } = useZoom(stage);
  const [share, setShare] = useState(0);
  const [isThere, setIsThere] = useState<boolean | 'failed'>(false);
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  const [width, height] = [after.width, after.height];
  return (
    <figure class="stage-box" style={{ '--ratio': String(width / height) }}>
      <section
        ref={stage}
        class={view.scale > 1 ? 'stage stage-zoomed' : 'stage'}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is zoomed and moved by keys.
        tabIndex={0}
        aria-label={texts.result.zoomHelp}
      >
        {before && (
          <img
            class="stage-before"
            src={before.url}
            width={width}
            height={height}
            alt=""
            style={{ transform }}
          />
        )}
        <div class="stage-clip" style={{ clipPath: `inset(0 0 0 ${share}%)` }}>
          <img
            class={isThere === true ? 'stage-after stage-there' : 'stage-after'}
            src={asJpeg(after.url)}
            width={width}
            height={height}
            alt={alt}
            style={{ transform }}
            onLoad={() => setIsThere(true)}
            onError={() => setIsThere('failed')}
          />
        </div>
        {isThere === 'failed' && <p class="stage-missing">{texts.result.missing}</p>}
        {before && isThere === true && <CompareSlider share={share} onShare={setShare} />}
      </section>
      <div class="stage-tools">
        <IconButton
          icon={ZoomOut}
          name={texts.result.zoomOut}
          disabled={view.scale <= 1}
          onClick={() => zoomBy(1 / zoomFactor)}
        />
        <IconButton
          icon={ZoomIn}
          name={texts.result.zoomIn}
          disabled={view.scale >= maxScale}
          onClick={() => zoomBy(zoomFactor)}
        />
        {view.scale > 1 && <IconButton icon={Maximize} name={texts.result.zoomReset} onClick={reset} />}
        <div class="stage-tools-end">{children}</div>
      </div>
    </figure>
  );
}

/** A native slider over the whole image: its thumb is the handle, for mouse, touch and keyboard alike. */
function CompareSlider({ share, onShare }: { share: number; onShare: (share: number) => void }) {
  const { texts, language } = useWholeApp();
  return (
    <>
      {share > 12 && <span class="stage-label stage-label-before">{texts.result.before}</span>}
      {share > 0 && share < 88 && <span class="stage-label stage-label-after">{texts.result.after}</span>}
      {share > 0 && <span class="stage-line" style={{ '--at': String(share / 100) }} />}
      <input
        class="stage-slider"
        type="range"
        min="0"
        max="100"
        step="1"
        value={share}
        aria-label={texts.result.compare}
        aria-valuetext={texts.result.compareValue(formatShare(share / 100, language))}
        onInput={({ currentTarget }) => onShare(currentTarget.valueAsNumber)}
      />
    </>
  );
}
