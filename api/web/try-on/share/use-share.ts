import { useState } from 'preact/hooks';
import type { TryOnView } from '../../../../shared/try-on/contract.ts';
import type { ShareView } from '../../../../shared/try-on/shared-look-contract.ts';
import { asJpeg } from '../api/as-jpeg.ts';
import { useApp, useWholeApp } from '../ui/app-context.ts';
import { sharePicture } from './share-image.ts';
import { type Surfaced, surfaceLink } from './surface-link.ts';

interface Sharing {
  isBusy: boolean;
  /** The link of the look, once there is one. */
  link: ShareView | null;
  /** The browser lets nothing be copied: the link is selected for the shopper. */
  isShown: boolean;
  /** The sheet with the link. */
  isOpen: boolean;
  open: () => void;
  close: () => void;
  share: () => void;
  /** It was taken back. */
  ended: () => void;
}

/** Sharing of a result: by a link where the store shares links, else of the image itself. */
export function useShare(view: TryOnView, fileName: string): Sharing {
  const { texts, bootstrap, api, report, status } = useWholeApp();
  const [isBusy, setIsBusy] = useState(false);
  const [link, keepLink] = useLink(view.id);
  const [isOpen, setIsOpen] = useState(false);
  const [surfaced, setSurfaced] = useState<Surfaced>(null);
  const circumstances = { items: view.items, renderId: view.id };
  const selectedItemCount = view.items.length;

  async function shareLink(): Promise<void> {
    const making = link ? Promise.resolve(link) : api.shareRender(view.id);
    const title = texts.sharing.title(bootstrap.store.name);
    const how = await surfaceLink(
      making.then(({ url }) => url),
      title,
    );
    const made = await making;
    if (how === null) return link ? undefined : withdraw(made);
    keepLink(made);
    setSurfaced(how);
    const { shortId, url: shareUrl } = made;
    const own = { shortId, shareUrl, selectedItemCount, usedNativeShare: how === 'native' };
    report('Look Shared', { type: 'share_link', ...own }, circumstances);
    if (how === 'copied') status.toast(texts.sharing.copied);
    if (how === 'shown') setIsOpen(true);
  }

  /** The share sheet was dismissed: the image was not to be seen by others. Where that fails, the link is shown. */
  async function withdraw(made: ShareView): Promise<void> {
    await api.stopSharing(made.shortId).catch(() => keepLink(made));
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
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    share: () => void share(),
    ended() {
      setIsOpen(false);
      keepLink(null);
    },
  };
}

/** Keeps the link of a render through reloads of the tab. */
function useLink(renderId: string): [ShareView | null, (link: ShareView | null) => void] {
  const { bootstrap, session } = useApp();
  const key = `service_try_on_link:${bootstrap.store.slug}`;
  const [link, setLink] = useState(() => {
    const kept = JSON.parse(session.getItem(key) ?? 'null') as { renderId: string; link: ShareView } | null;
    return kept?.renderId === renderId ? kept.link : null;
  });
  const keep = (next: ShareView | null) => {
    session.setItem(key, JSON.stringify(next && { renderId, link: next }));
    setLink(next);
  };
  return [link, keep];
}
