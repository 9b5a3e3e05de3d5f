import type { Costs } from '../../../shared/costs/read-costs.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { RefusedRange } from '../../http/day-range.ts';
import type { Person } from '../../identity/person.ts';
import { Facts } from '../../web/design/components/card.tsx';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { toAccountPath } from '../accounts/accounts-page.tsx';
import { CostSection } from '../costs/cost-section.tsx';
import { opsPage } from '../ops-page.tsx';
import type { FleetHealth } from '../provider-health.ts';
import { ProviderStates, toProviderPath } from '../provider-states.tsx';

interface ProviderPage {
  person: Person;
  provider: string;
  /** Of this provider; without a row when it is not in the chain. */
  health: FleetHealth;
  /** Price of a call in dollars; absent: it counts as free. */
  price: number | undefined;
  costs: Costs;
  refused?: RefusedRange | undefined;
  /** Names of the accounts, by id. */
  names: ReadonlyMap<string, string>;
}

/** `/ops/providers/{provider}` */
export const providerPage = (page: ProviderPage, files: EntryFiles): string => {
  const { person, provider, health, price, costs, refused, names } = page;
  const path = toProviderPath(provider);
  return opsPage(
    {
      path,
      title: provider,
      person,
      above: <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }]} title={provider} />,
      children: (
        <>
          {health.providers.length > 0 && <ProviderStates health={health} token={person.formToken} />}
          <RoomSection id="price" title="Price">
            <Facts
              facts={[
                ['A call', price === undefined ? 'free: PROVIDER_COSTS does not name it' : `$${price}`],
              ]}
            />
          </RoomSection>
          <CostSection
            {...{ path, costs, refused }}
            naming={{ heading: 'Account', toPath: toAccountPath, titles: names }}
          />
        </>
      ),
    },
    files,
  );
};
