import { expect } from 'chai';
import { eventMap, forwardedName } from '../../../shared/events/event-map.ts';
import {
  describeInEngines,
  isWhole,
  type OpenBrowser,
} from '../../support/browser/engines/describe-in-engines.ts';
import { EngineShopper } from '../../support/browser/engines/engine-shopper.ts';
import { type JourneySite, type Played, startJourneySite } from '../../support/browser/journey-site.ts';
import { flow, steps } from '../../support/browser/journey-steps.ts';

const opening = `window.ServiceEmbed?.open ? (ServiceEmbed.open(arguments[0]), true) : false`;

function playJourneys(open: OpenBrowser): void {
  let site: JourneySite;
  before(async () => {
    site = await startJourneySite('localhost', ['demo.localhost']);
    const url = site.shop.url.replace('localhost', '127.0.0.1');
    const token = { storefrontToken: 'public-token' };
    await site.setCheckout({ platform: 'shopify', url, embedMode: 'permalink', ...token });
  });
  beforeEach(() => site.analytics.forget());
  after(() => site?.close());

  const visit = async (url: string) =>
    EngineShopper.visit(await open(), `${url}&anonymous_id=${site.anonymousId}`);
  const play = (shopper: EngineShopper) => site.play({ shopper, visit, usedNativeShare: false }, steps);

  function expectEveryRow({ received, expected }: Played): void {
    expect(received).to.deep.equal(expected);
    for (const { name } of eventMap) expect(received.join()).to.contain(`"event":"${forwardedName(name)}"`);
  }

  it('come once each, in their order, from the hosted experience', async () => {
    const url = `${site.hosted}/?anonymous_id=${site.anonymousId}&flow=${flow.flow_id}`;
    expectEveryRow(await play(await EngineShopper.visit(await open(), url)));
  });

  it('come once each, in their order, from the dialog of a shop', async () => {
    const driver = await open();
    const shopper = await EngineShopper.visit(driver, site.shop.url.replace('localhost', '127.0.0.1'));
    await driver.until(`return ${opening}`, { anonymousId: site.anonymousId, flow: flow.flow_id });
    await shopper.enterDialog();
    expectEveryRow(await play(shopper));
  });
}

if (isWhole) describeInEngines('The events of a shopper’s journey', playJourneys);
