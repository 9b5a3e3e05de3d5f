import type { IncidentDoc } from '../../../shared/incidents/incident-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Person } from '../../identity/person.ts';
import { Parts, Updates } from '../../status/incident-section.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { Facts } from '../../web/design/components/card.tsx';
import { TextArea } from '../../web/design/components/field.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { opsPage } from '../ops-page.tsx';
import { IncidentBadge, incidentList, toIncidentPath } from './incidents-page.tsx';

interface IncidentPage {
  person: Person;
  incident: IncidentDoc;
  values?: FormValues;
  errors?: FormErrors;
  done?: string | undefined;
}

/** `/ops/incidents/{id}` */
export const incidentPage = (page: IncidentPage, files: EntryFiles): string => {
  const { person, incident, done } = page;
  const { _id, title, openedAt, closedAt } = incident;
  return opsPage(
    {
      path: toIncidentPath(_id),
      title,
      person,
      done,
      above: <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }, incidentList]} title={title} />,
      beside: <IncidentBadge {...incident} />,
      children: (
        <>
          <Facts
            facts={[
              ['Parts', <Parts {...incident} />],
              ['Opened', <Time at={openedAt} />],
              ['Closed', closedAt && <Time at={closedAt} />],
            ]}
          />
          <RoomSection id="updates" title="Updates" lead="The newest first, in UTC.">
            <Updates incident={incident} />
          </RoomSection>
          {!closedAt && <UpdateForm {...page} />}
        </>
      ),
    },
    files,
  );
};

const UpdateForm = ({ person, incident, values = {}, errors = {} }: IncidentPage) => (
  <RoomSection id="update" title="Add an update">
    <PageForm action={`${toIncidentPath(incident._id)}/updates`} token={person.formToken}>
      <TextArea
        id="text"
        name="text"
        label="What people should know now"
        maxLength={2000}
        rows={4}
        required
        value={values.text ?? ''}
        {...(errors.text && { error: errors.text })}
      />
      <div class="form-actions">
        <Button kind="primary" type="submit">
          Post update
        </Button>
        <Button type="submit" name="closes" value="true">
          Post and close the incident
        </Button>
      </div>
    </PageForm>
  </RoomSection>
);
