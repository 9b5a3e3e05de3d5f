import { type IncidentDoc, serviceParts } from '../../shared/incidents/incident-model.ts';
import { dayMs } from '../../shared/time.ts';
import { Badge } from '../web/design/components/status.tsx';
import { Time } from '../web/design/components/time.tsx';
import { shownDays } from './service-days.ts';

type Incidents = readonly IncidentDoc[];

/** The words of operators about the open incidents, above what is measured. */
export const OpenIncidents = ({ incidents }: { incidents: Incidents }) => (
  <>
    {incidents
      .filter(({ closedAt }) => !closedAt)
      .map((incident) => (
        <section key={incident._id} class="card" aria-labelledby={incident._id}>
          <h2 id={incident._id}>{incident.title}</h2>
          <p>
            <Badge tone="warning">Open</Badge> <Parts {...incident} /> · since <Time at={incident.openedAt} />{' '}
            UTC
          </p>
          <Updates incident={incident} />
        </section>
      ))}
  </>
);

/** The incidents of the last 90 days that are over. */
export function PastIncidents({ incidents, now = new Date() }: { incidents: Incidents; now?: Date }) {
  const from = now.getTime() - shownDays * dayMs;
  const past = incidents.filter(({ closedAt }) => closedAt && closedAt.getTime() >= from);
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents">Past incidents</h2>
      {past.length === 0 && <p class="soft">There was none in the last {shownDays} days.</p>}
      {past.map((incident) => (
        <details key={incident._id}>
          <summary>
            {incident.title}: <Parts {...incident} />, <Time at={incident.openedAt} /> to{' '}
            <Time at={incident.closedAt!} /> UTC
          </summary>
          <Updates incident={incident} />
        </details>
      ))}
    </section>
  );
}

export const Parts = ({ parts }: Pick<IncidentDoc, 'parts'>) => (
  <>{parts.map((part) => serviceParts[part]).join(', ')}</>
);

/** The newest first. */
export const Updates = ({ incident: { updates } }: { incident: IncidentDoc }) => (
  <ol class="incident-updates">
    {[...updates].reverse().map(({ at, text }) => (
      <li key={at.getTime()}>
        <Time at={at} />
        <p class="incident-text">{text}</p>
      </li>
    ))}
  </ol>
);
