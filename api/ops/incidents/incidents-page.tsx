import { type IncidentDoc, serviceParts } from '../../../shared/incidents/incident-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Person } from '../../identity/person.ts';
import { Parts } from '../../status/incident-section.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { CheckField, TextArea, TextField } from '../../web/design/components/field.tsx';
import { Badge } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { opsPage } from '../ops-page.tsx';

export const incidentList = { href: '/ops/incidents', title: 'Incidents' };
export const toIncidentPath = (id: string): string => `${incidentList.href}/${encodeURIComponent(id)}`;

interface IncidentsPage {
  person: Person;
  incidents: readonly IncidentDoc[];
  /** Id of the incident that the form opens. */
  attempt: string;
  values?: FormValues;
  errors?: FormErrors;
  done?: string | undefined;
}

/** `/ops/incidents` */
export const incidentsPage = (page: IncidentsPage, files: EntryFiles): string =>
  opsPage(
    {
      path: incidentList.href,
      title: incidentList.title,
      person: page.person,
      done: page.done,
      children: (
        <>
          <RoomSection
            id="list"
            title="Newest incidents"
            lead={
              <>
                As people read them at <a href="/status">/status</a>, beside what is measured.
              </>
            }
          >
            <Table
              label="Incidents"
              columns={columns}
              rows={page.incidents}
              linksRows
              empty="There was none."
            />
          </RoomSection>
          <OpenForm {...page} />
        </>
      ),
    },
    files,
  );

export const IncidentBadge = ({ closedAt }: IncidentDoc) => (
  <Badge tone={closedAt ? 'success' : 'warning'}>{closedAt ? 'Closed' : 'Open'}</Badge>
);

const columns: readonly Column<IncidentDoc>[] = [
  { heading: 'Incident', cell: ({ _id, title }) => <a href={toIncidentPath(_id)}>{title}</a> },
  { heading: 'State', cell: (incident) => <IncidentBadge {...incident} /> },
  { heading: 'Parts', cell: (incident) => <Parts {...incident} /> },
  { heading: 'Opened (UTC)', kind: 'tight', cell: ({ openedAt }) => <Time at={openedAt} /> },
  {
    heading: 'Closed (UTC)',
    kind: 'tight',
    cell: ({ closedAt }) => (closedAt ? <Time at={closedAt} /> : '–'),
  },
];

/** The name of the checkbox of a part. */
export const toPartField = (part: string): string => `part-${part}`;

const OpenForm = ({ person, attempt, values = {}, errors = {} }: IncidentsPage) => (
  <RoomSection id="open" title="Open an incident">
    <PageForm action={incidentList.href} token={person.formToken} hidden={{ attempt }}>
      <TextField
        id="title"
        name="title"
        label="Title"
        maxLength={120}
        required
        placeholder="Renders are slow"
        value={values.title ?? ''}
        {...(errors.title && { error: errors.title })}
      />
      <fieldset class="checks">
        <legend>Parts affected</legend>
        {Object.entries(serviceParts).map(([part, name]) => (
          <CheckField
            key={part}
            label={name}
            name={toPartField(part)}
            value="yes"
            checked={values[toPartField(part)] === 'yes'}
          />
        ))}
        {errors.parts && (
          <p class="field-error" role="alert">
            {errors.parts}
          </p>
        )}
      </fieldset>
      <TextArea
        id="text"
        name="text"
        label="What people should know"
        maxLength={2000}
        rows={4}
        required
        help="Plain text: what does not work, for whom, and when you write again."
        value={values.text ?? ''}
        {...(errors.text && { error: errors.text })}
      />
      <Button kind="primary" type="submit">
        Open the incident
      </Button>
    </PageForm>
  </RoomSection>
);
