import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { PageForm } from '../html/page-form.tsx';
import { Button } from '../web/design/components/button.tsx';
import { Select } from '../web/design/components/field.tsx';
import { toStorePath } from './dashboard-page.tsx';

/** Times whose dropped events can be forwarded again, in hours up to now. */
export const replayHours: Readonly<Record<string, { hours: number; text: string }>> = {
  hour: { hours: 1, text: 'The last hour' },
  day: { hours: 24, text: 'The last 24 hours' },
  week: { hours: 7 * 24, text: 'The last 7 days' },
  month: { hours: 30 * 24, text: 'The last 30 days' },
};

const options = Object.entries(replayHours).map(([value, { text }]) => ({ value, text }));

/** Forwards what was dropped in a time again. */
export const ReplayForm = ({ store, token }: { store: StoreDoc; token: string }) => (
  <PageForm action={toStorePath(store, 'integrations/replay')} token={token} inline>
    <Select id="time" label="Dropped events of" name="time" options={options} value="day" />
    <Button type="submit">Replay dropped events</Button>
  </PageForm>
);
