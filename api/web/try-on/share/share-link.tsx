import { Copy, Link } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import type { ShareView } from '../../../../shared/try-on/shared-look-contract.ts';
import { Button } from '../../design/components/button.tsx';
import { formatDate } from '../texts/formats.ts';
import { useWholeApp } from '../ui/app-context.ts';
import { Sheet } from '../ui/sheet.tsx';
import { copyText } from './copy-text.ts';
import { StopSharing } from './stop-sharing.tsx';
import './share-link.css';

interface Props {
  link: ShareView;
  /** Nothing could copy it: it takes the focus, selected. */
  isShown: boolean;
  onEnded: () => void;
}

/** The link of a look that its shopper has shared, for how long, and the way to take it back. */
function ShareLink({ link, isShown, onEnded }: Props) {
  const { texts, language, status } = useWholeApp();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isShown) field.current?.focus();
  }, [isShown]);
  const copy = async () => {
    if (await copyText(link.url)) status.toast(texts.sharing.copied);
    else field.current?.focus();
  };
  return (
    <section class="share-link">
      <p class="small soft">{texts.sharing.until(formatDate(link.expiresAt, language))}</p>
      {isShown && <p class="small">{texts.sharing.copyYourself}</p>}
      <div class="share-link-line">
        <input
          ref={field}
          class="share-link-field"
          readOnly
          value={link.url}
          dir="ltr"
          aria-label={texts.sharing.link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button kind="primary" icon={Copy} onClick={() => void copy()}>
          {texts.sharing.copy}
        </Button>
      </div>
      <StopSharing shortId={link.shortId} onEnded={onEnded} />
    </section>
  );
}

interface SharedProps {
  link: ShareView;
  onOpen: () => void;
}

/** Says on the result that it is shared, and leads to its link. */
export function SharedUntil({ link, onOpen }: SharedProps) {
  const { texts, language } = useWholeApp();
  return (
    <div class="share-link">
      <p class="small soft">{texts.sharing.until(formatDate(link.expiresAt, language))}</p>
      <Button kind="quiet" icon={Link} onClick={onOpen}>
        {texts.sharing.link}
      </Button>
    </div>
  );
}

interface SheetProps extends Props {
  /** Of the image that others see. */
  preview: string;
  onClose: () => void;
}

/** The image that is shared, with its link. */
export function ShareSheet({ preview, onClose, ...link }: SheetProps) {
  const { texts } = useWholeApp();
  return (
    <Sheet title={texts.sharing.share} closeName={texts.shell.close} onClose={onClose}>
      <img class="share-preview" src={preview} alt="" />
      <ShareLink {...link} />
    </Sheet>
  );
}
