import { useState } from 'preact/hooks';
import type { TryOnView } from '../../../../shared/try-on/contract.ts';
import type { ShareView } from '../../../../shared/try-on/shared-look-contract.ts';
import { asJpeg } from '../api/as-jpeg.ts';
import { useApp } from '../ui/app-context.ts';
import { sharePicture } from './share-image.ts';
import { type Surfaced, surfaceLink } from './surface-link.ts';

interface Sharing {
  isBusy: boolean;
  /** The link of the look, once there is one. */
  link: ShareView | null;
  /** The browser lets nothing be copied: the link is selected for the shopper. */
  isShown: boolean;
  share: () => void;
  /** It was taken back. */
  ended: () => void;
}

/** Sharing of a result: by a link where the store shares links, else of the image itself. */
export function useShare(view: TryOnView, fileName: string): Sharing {
  const { texts, bootstrap, api, report, status } = useApp();
  const [isBusy, setIsBusy] = useState(false);
  const [link, setLink] = useState<ShareView | null>(null);
  const [surfaced, setSurfaced] = useState<Surfaced>(null);
  const circumstances = { items: view.items, renderId: view.id };
  const selectedItemCount = view.items.length;

  async function shareLink(): Promise<void> {
    const made = link ?? (await api.shareRender(view.id));
    setLink(made);
    const how = await surfaceLink(made.url, texts.sharing.title(bootstrap.store.name));
    setSurfaced(how);
    if (how === null) return;
    const { shortId, url: shareUrl } = made;
    const own = { shortId, shareUrl, selectedItemCount, usedNativeShare: how === 'native' };
    report('Look Shared', { type: 'share_link', ...own }, circumstances);
    if (how === 'copied') status.toast(texts.sharing.copied);
  }

  async function shareImage(): Promise<void> {
    const response = await fetch(asJpeg(view.result?.url ?? ''));
    if (!response.ok) throw new Error(`The image is not there: ${response.status}`);
    const image = new File([await response.blob()], fileName, { type: 'image/jpeg' });
    if (await sharePicture(image))
      report('Look Shared', { type: 'share_image', selectedItemCount }, circumstances);
  }

  async function share(): Promise<void> {
    setIsBusy(true);
    try {
      await (bootstrap.store.sharingEnabled ? shareLink() : shareImage());
    } catch {
      status.toast(texts.sharing.failed);
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    link,
    isShown: surfaced === 'shown',
    share: () => void share(),
    ended: () => setLink(null),
  };
}
