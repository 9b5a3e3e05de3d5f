import { CloudOff } from 'lucide';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import { useApp } from '../../app/app-context.ts';
import type { Listing, ListingState } from '../../catalog/listing.ts';

interface Props {
  listed: ListingState;
  listing: Pick<Listing, 'more'>;
}

/** What follows the items: the button for more, or why they could not be loaded. */
export function AfterGrid({ listed: { step, reason }, listing }: Props) {
  const { texts } = useApp();
  if (step === 'failed') {
    return (
      <Notice icon={CloudOff} title={texts.items.failed} text={texts.reasons[reason ?? 'unavailable'].text}>
        <Button kind="primary" onClick={listing.more}>
          {texts.shell.retry}
        </Button>
      </Notice>
    );
  }
  if (step !== 'partial') return null;
  return (
    <div class="items-more">
      <Button onClick={listing.more}>{texts.items.more}</Button>
    </div>
  );
}
