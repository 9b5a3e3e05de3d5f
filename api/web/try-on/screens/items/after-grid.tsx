import { CloudOff } from 'lucide';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import type { Listing } from '../../catalog/listing.ts';
import type { ListingState } from '../../state/listing-state.ts';
import { useWholeApp } from '../../ui/app-context.ts';

interface Props {
  listed: ListingState;
  listing: Pick<Listing, 'more'>;
}

/** Shows the button that loads more items, or the reason why loading failed. */
export function AfterGrid({ listed: { status, reason }, listing }: Props) {
  const { texts } = useWholeApp();
  if (status === 'failed') {
    return (
      <Notice icon={CloudOff} title={texts.items.failed} text={texts.reasons[reason ?? 'unavailable'].text}>
        <Button kind="primary" onClick={listing.more}>
          {texts.shell.retry}
        </Button>
      </Notice>
    );
  }
  if (status !== 'partial') return null;
  return (
    <div class="items-more">
      <Button onClick={listing.more}>{texts.items.more}</Button>
    </div>
  );
}
