import { Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../../design/components/button.tsx';
import { useApp } from '../../ui/app-context.ts';

/** The photo used last: one tap uses it again, one deletes it. */
export function LastPhoto() {
  const { state, texts, photos, status } = useApp();
  const [isDeleting, setIsDeleting] = useState(false);
  const { lastPhoto } = state;
  if (!lastPhoto) return null;
  const remove = async () => {
    setIsDeleting(true);
    const isGone = await photos.remove(lastPhoto.id);
    setIsDeleting(false);
    status.toast(isGone ? texts.photo.deleted : texts.photo.deleteFailed);
  };
  return (
    <section class="last-photo">
      <img src={lastPhoto.url} width={lastPhoto.width} height={lastPhoto.height} alt="" />
      <div>
        <h2>{texts.photo.last}</h2>
        <Button kind="secondary" onClick={() => photos.useUploaded(lastPhoto)}>
          {texts.photo.useLast}
        </Button>
      </div>
      <IconButton icon={Trash2} name={texts.photo.delete} disabled={isDeleting} onClick={remove} />
    </section>
  );
}
