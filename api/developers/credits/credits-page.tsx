import type { EntryFiles } from '../../assets/web-build.ts';
import type { CreditsView } from '../../credits/read-credits.ts';
import type { UsageView } from '../../credits/usage-route.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { FormErrors, FormValues } from '../../http/form.ts';
import type { Member } from '../../identity/person.ts';
import { formatPrice, type Pack } from '../../top-up/packs.ts';
import { BarChart } from '../../web/design/components/bar-chart.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { Stat, Stats } from '../../web/design/components/card.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { developersPage } from '../developers-page.tsx';
import { OperatorAddress } from '../operator-address.tsx';
import { LedgerFilterForm, type LedgerProps, LedgerTable } from './ledger-table.tsx';

export interface CreditsPage extends LedgerProps {
  person: Member;
  credits: CreditsView;
  usage: UsageView;
  packs: readonly Pack[];
  /** The address for credits where none are sold; may be empty. */
  supportEmail: string;
  /** Of this opening of the page: a form that is sent twice opens one checkout. */
  attempt: string;
  /** Fewer available credits are reported; absent: never. */
  threshold?: number | undefined;
  /** Of a form with a mistake. */
  values?: FormValues;
  errors?: FormErrors;
  done?: string | undefined;
}

/** `/developers/credits` */
export const creditsPage = (page: CreditsPage, files: EntryFiles): string => {
  const { person, done } = page;
  return developersPage(
    {
      path: '/developers/credits',
      title: 'Credits',
      person,
      done,
      children: (
        <>
          <Balance {...page} />
          <Owed {...page} />
          <RoomSection id="top-up" title="Top up">
            <TopUp {...page} />
          </RoomSection>
          <RoomSection id="low" title="Low credits">
            <LowBalance {...page} />
          </RoomSection>
          <RoomSection id="usage" title="Usage" lead="Charged credits by day (UTC), less those given back.">
            <UsageChart {...page} />
          </RoomSection>
          <RoomSection id="ledger" title="Ledger" lead="Every movement, the newest first.">
            <LedgerFilterForm {...page} />
            <LedgerTable {...page} />
          </RoomSection>
        </>
      ),
    },
    files,
  );
};

function Balance({ credits: { available, held, spent }, usage: { forecast } }: CreditsPage) {
  const { perDay, daysLeft } = forecast;
  return (
    <Stats label="Balance">
      <Stat label="Available" value={formatCount(available)} about="Credits for new renders" />
      <Stat label="Held" value={formatCount(held)} about="Set aside for renders that have not ended" />
      <Stat label="Spent" value={formatCount(spent)} about="Charged for renders that succeeded" />
      <Stat
        label="Lasts for"
        value={daysLeft === undefined ? '–' : `${formatCount(daysLeft)} ${daysLeft === 1 ? 'day' : 'days'}`}
        note={daysLeft === undefined ? 'No use in 7 days' : `${perDay} credits a day`}
        about="At the rate of the last 7 days"
      />
    </Stats>
  );
}

const Owed = ({ credits: { owed } }: CreditsPage) =>
  owed ? (
    <Banner tone="warning">
      A payment was refunded or is disputed. {formatCount(owed)} of its credits were used already and are
      taken from the next ones.
    </Banner>
  ) : null;

function TopUp({ person, packs, attempt, supportEmail }: CreditsPage) {
  if (packs.length === 0)
    return (
      <p>
        Write to <OperatorAddress email={supportEmail} account={person.account.id} subject="Credits" /> with
        the id of your account, <code>{person.account.id}</code>, and the number of renders.
      </p>
    );
  return (
    <PageForm action="/developers/credits/top-up" token={person.formToken} hidden={{ attempt }}>
      <fieldset class="checks">
        <legend>Amount</legend>
        {packs.map((pack, index) => (
          <label class="check" key={pack.credits}>
            <input type="radio" name="credits" value={pack.credits} checked={index === 0} />
            <span>
              {formatCount(pack.credits)} credits for {formatPrice(pack)}
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" kind="primary">
        Pay by card
      </Button>
      <p class="soft">
        You pay on a page of Stripe, which sends the invoice to your e-mail address; this service never sees
        your card.
      </p>
    </PageForm>
  );
}

const LowBalance = ({ person, threshold, values, errors }: CreditsPage) => (
  <PageForm action="/developers/credits/low" token={person.formToken}>
    <TextField
      id="threshold"
      name="threshold"
      label="Notify us below"
      type="number"
      min={1}
      suffix="credits"
      value={values?.threshold ?? threshold?.toString() ?? ''}
      help="Once, by mail to the owners and developers and by your webhook (credits.low). Empty: never."
      {...(errors?.threshold && { error: errors.threshold })}
    />
    <Button type="submit">Save number</Button>
  </PageForm>
);

/** Keys that are drawn each; the rest of a day is one more part. */
const drawnKeys = 4;

function UsageChart({ usage: { days }, keys }: CreditsPage) {
  const names = new Map(keys.map(({ _id, name }) => [_id, name]));
  const sums = new Map<string, number>();
  for (const { keys: parts } of days)
    for (const { keyId, charged } of parts) sums.set(keyId, (sums.get(keyId) ?? 0) + charged);
  const top = [...sums].sort((a, b) => b[1] - a[1]).slice(0, drawnKeys);
  const getPart = (index: number, keyId: string) =>
    Math.max(0, days[index]!.keys.find((part) => part.keyId === keyId)?.charged ?? 0);
  const series = top.map(([keyId], index) => ({
    name: names.get(keyId) ?? keyId,
    color: (index + 1) as 1 | 2 | 3 | 4,
    values: days.map((_, day) => getPart(day, keyId)),
  }));
  const rest = days.map(({ charged }, day) =>
    Math.max(0, charged - series.reduce((sum, { values }) => sum + values[day]!, 0)),
  );
  const others = { name: top.length === 0 ? 'Credits' : 'Others', color: 5 as const, values: rest };
  const hasRest = top.length === 0 || rest.some((credits) => credits > 0);
  return (
    <BarChart
      label={`Charged credits of each of the last ${days.length} days`}
      pointName="Day (UTC)"
      points={days.map(({ day }) => day.slice(5))}
      series={[...series, ...(hasRest ? [others] : [])]}
      note="Credits, by day (UTC) and key."
    />
  );
}
