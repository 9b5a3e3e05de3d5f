import { getSettings } from '../../../shared/stores/store-settings.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { CheckField, Select, TextField } from '../../web/design/components/field.tsx';
import { type FormSection, toFieldError } from '../sent-form.ts';
import { settingsForms } from './settings-forms.ts';

const caps = [
  { name: 'perVisitor', help: 'Of one browser in a day (UTC).' },
  { name: 'perAddress', help: 'Of one network address in a day: a household, or a whole office.' },
  { name: 'perStore', help: 'Of all shoppers in a day: the most credits that a day can cost.' },
] as const;

/** The bounds of try-ons in a day, the time that photos stay, and what is free for shoppers. */
export function LimitsSection({ store, token, path, values, errors }: FormSection) {
  const settings = getSettings(store);
  const { labels } = settingsForms.limits;
  return (
    <RoomSection
      id="limits"
      title="Limits"
      lead="Each try-on costs one credit of the account once it succeeds."
    >
      <PageForm action={`${path}/limits`} token={token}>
        {caps.map(({ name, help }) => (
          <TextField
            key={name}
            label={labels[`caps.${name}`]}
            name={`caps.${name}`}
            type="number"
            min={0}
            max={100_000}
            required
            suffix="a day"
            help={help}
            value={values?.[`caps.${name}`] ?? settings.caps[name]}
            {...toFieldError(errors, `caps.${name}`)}
          />
        ))}
        <TextField
          label={labels.photoHours}
          name="photoHours"
          type="number"
          min={1}
          max={168}
          required
          suffix="hours"
          help="Shoppers’ own photos are deleted after this time."
          value={values?.photoHours ?? settings.photoHours}
          {...toFieldError(errors, 'photoHours')}
        />
        <CheckField
          label="A second attempt at an image that a shopper calls not right does not count for the visitor; it costs one credit"
          name="freeSecondAttempt"
          value="on"
          checked={values ? values.freeSecondAttempt === 'on' : settings.freeSecondAttempt}
        />
        <Button type="submit">Save limits</Button>
      </PageForm>
    </RoomSection>
  );
}

/** The rights of shoppers. */
export function PrivacySection({ store, token, path, values, errors }: FormSection) {
  const { consent, respectGpc, sharingEnabled } = getSettings(store);
  return (
    <RoomSection id="privacy" title="Privacy">
      <PageForm action={`${path}/privacy`} token={token}>
        <Select
          label="Consent"
          name="consent"
          options={[
            { value: 'not-required', text: 'Not required: events are reported at once' },
            { value: 'required', text: 'Required: nothing is reported before the shopper has agreed' },
          ]}
          value={values?.consent ?? consent}
          {...toFieldError(errors, 'consent')}
        />
        <CheckField
          label="Do not forward events of browsers that send Global Privacy Control"
          name="respectGpc"
          value="on"
          checked={values ? values.respectGpc === 'on' : respectGpc}
        />
        <CheckField
          label="Shoppers may share looks by a link; without it, they share the image alone"
          name="sharingEnabled"
          value="on"
          checked={values ? values.sharingEnabled === 'on' : sharingEnabled}
        />
        <Button type="submit">Save privacy</Button>
      </PageForm>
    </RoomSection>
  );
}
