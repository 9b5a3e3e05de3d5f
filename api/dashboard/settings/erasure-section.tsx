import type { Erased } from '../../../shared/try-on/erase-everything.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { formatNoun } from '../format.ts';
import { type FormSection, toFieldError } from '../sent-form.ts';

/** Deleting everything that is kept of one visitor, and what was deleted. */
export function ErasureSection({
  path,
  token,
  values,
  errors,
  erased,
}: FormSection & { erased?: Erased | undefined }) {
  return (
    <RoomSection
      id="erasure"
      title="Erase a visitor"
      lead="Deletes the photos, images, shared looks and events of one visitor at once. Orders and figures of days stay, without the visitor."
    >
      {erased && (
        <div role="status">
          <Banner tone="success">{describeErased(erased)}</Banner>
        </div>
      )}
      <PageForm action={`${path}/erase`} token={token}>
        <TextField
          label="Visitor"
          name="visitor"
          required
          code
          autocomplete="off"
          spellcheck={false}
          maxLength={256}
          help="The id that your shop passes, or service_visitor_id of the browser’s storage."
          value={erased ? '' : (values?.visitor ?? '')}
          {...toFieldError(errors, 'visitor')}
        />
        <Button type="submit" kind="danger">
          Erase visitor
        </Button>
      </PageForm>
    </RoomSection>
  );
}

function describeErased({ events, orders, photos, renders, looks, otherIds }: Erased): string {
  const deleted = `Deleted: ${formatNoun(events, 'event')}, ${formatNoun(photos, 'photo')} and ${formatNoun(looks, 'shared look')}. Without the visitor now: ${formatNoun(orders, 'order')} and ${formatNoun(renders, 'try-on')}.`;
  if (otherIds.length === 0) return deleted;
  return `${deleted} The same browser also sent these ids, whose events were kept; erase those that are the visitor’s too: ${otherIds.join(', ')}`;
}
