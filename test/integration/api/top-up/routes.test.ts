import { expect } from 'chai';
import { readCredits } from '../../../../api/credits/read-credits.ts';
import { createCardPayments } from '../../../../api/top-up/card-payments.ts';
import { holdCredit, settleHold } from '../../../../shared/credits/credits.ts';
import { newId } from '../../../../shared/ids.ts';
import { verifyInvariants } from '../../../../shared/invariants/verify.ts';
import { finishReversals } from '../../../../workers/sweeper/finish-reversals.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { type StripeServer, signedEvent, startStripeServer } from '../../../support/stripe-server.ts';

const STRIPE_SECRET_KEY = 'sk_test_123';
const secret = 'whsec_456';

describe('credits paid by card', () => {
  let stripe: StripeServer;
  let platform: TestPlatform;
  before(async () => {
    stripe = await startStripeServer(STRIPE_SECRET_KEY);
    platform = await startPlatform({
      workers: 0,
      env: {
        ...{ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: secret, STRIPE_URL: stripe.url },
        SWEEP_SECONDS: '600',
        ...{ BASE_URL: 'https://api.example', CREDIT_PACKS: '100=19.00,500=90', CREDIT_CURRENCY: 'EUR' },
      },
    });
  });
  after(async () => {
    await platform.close();
    stripe.close();
  });

  const send = (type: string, session: object, { eventId = 'evt_1', key = secret } = {}) => {
    const { body, signature } = signedEvent(type, session, { secret: key, eventId });
    return fetch(`${platform.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body,
    });
  };
  const paid = (account: string, change: object = {}) => ({
    ...{ id: `cs_${account}`, object: 'checkout.session', payment_status: 'paid' },
    ...{ metadata: { account, credits: '100' }, ...change },
  });

  it('open a checkout with price, account and credits, the same for the same attempt', async () => {
    const payments = createCardPayments(platform.config);
    expect(payments.packs).to.deep.equal([
      { credits: 100, price: 1900, currency: 'EUR' },
      { credits: 500, price: 9000, currency: 'EUR' },
    ]);
    const order = { account: 'acc_1', email: 'ada@example.com', pack: payments.packs[1]!, attempt: 'one' };
    const urls = [await payments.openCheckout(order), await payments.openCheckout(order)];
    expect(urls).to.deep.equal([urls[0], urls[0]]);
    const fields = Object.fromEntries(stripe.checkouts.get('cs_test_1')!);
    expect(fields).to.include({
      mode: 'payment',
      client_reference_id: 'acc_1',
      'metadata[account]': 'acc_1',
      'metadata[credits]': '500',
      'invoice_creation[enabled]': 'true',
      'line_items[0][price_data][unit_amount]': '9000',
      'line_items[0][price_data][currency]': 'eur',
      cancel_url: 'https://api.example/developers/credits#top-up',
    });
    expect(await payments.openCheckout({ ...order, attempt: 'two' })).not.to.equal(urls[0]);
  });

  it('say that nothing was charged when Stripe does not respond', async () => {
    stripe.status = 400;
    const { packs, openCheckout } = createCardPayments(platform.config);
    const order = { account: 'acc_1', email: 'ada@example.com', pack: packs[0]!, attempt: 'x' };
    const failed = (await openCheckout(order).catch((error: unknown) => error)) as Error;
    stripe.status = undefined;
    expect(failed).to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(failed.message).to.include('nothing was charged');
  });

  it('are granted once, however often and by whichever events a payment is reported', async () => {
    const { id } = await platform.account({ credits: 0 });
    const reports = await Promise.all([
      ...[1, 2, 3].map(() => send('checkout.session.completed', paid(id))),
      send('checkout.session.async_payment_succeeded', paid(id), { eventId: 'evt_2' }),
    ]);
    expect(reports.map(({ status }) => status)).to.deep.equal([204, 204, 204, 204]);
    expect(await platform.credits(id)).to.include({ granted: 100, available: 100 });
    await send('checkout.session.completed', paid(id, { id: 'cs_another' }), { eventId: 'evt_3' });
    expect((await platform.credits(id)).granted).to.equal(200);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('are not granted before the money has come, nor for other events', async () => {
    const { id } = await platform.account({ credits: 0 });
    expect(
      (await send('checkout.session.completed', paid(id, { payment_status: 'unpaid' }))).status,
    ).to.equal(204);
    expect((await send('checkout.session.expired', paid(id))).status).to.equal(204);
    expect((await send('checkout.session.completed', paid(id, { metadata: {} }))).status).to.equal(204);
    expect((await platform.credits(id)).granted).to.equal(0);
  });

  const refunded = (account: string, cents: number, change: object = {}) => ({
    ...{ id: `ch_${account}`, object: 'charge', amount: 1900, amount_refunded: cents },
    ...{ metadata: { account, credits: '100' }, ...change },
  });
  const readReversals = async (account: string) =>
    (await platform.database.ledger.find({ account, kind: 'reversal' }).lean()).map(({ amount }) => amount);

  it('are taken back in proportion to what was refunded, once, in whatever order refunds are reported', async () => {
    const { id } = await platform.account({ credits: 0 });
    await send('checkout.session.completed', paid(id));
    await send('charge.refunded', refunded(id, 950));
    expect(await platform.credits(id)).to.include({ granted: 100, available: 50, reversed: 50, owed: 0 });
    const late = [1900, 950, 1900, 475].map((cents) => send('charge.refunded', refunded(id, cents)));
    expect((await Promise.all(late)).map(({ status }) => status)).to.deep.equal([204, 204, 204, 204]);
    expect(await platform.credits(id)).to.include({ available: 0, reversed: 100, owed: 0 });
    expect(await readReversals(id)).to.deep.equal([50, 50]);
    expect(await readCredits(platform.database.accounts, id, platform.config)).to.deep.include({
      ...{ granted: 0, available: 0, held: 0, spent: 0 },
    });
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('are taken back only from what is available; the rest is owed and taken from the next credits', async () => {
    const { id: account } = await platform.account({ credits: 0 });
    const { database } = platform;
    await send('checkout.session.completed', paid(account));
    const hold = { account, holdId: newId('hold'), renderId: newId('rnd'), at: new Date() };
    await holdCredit(database, hold);
    await send('charge.refunded', refunded(account, 1900));
    expect(await platform.credits(account)).to.include({ available: 0, held: 1, reversed: 99, owed: 1 });
    expect(
      (await verifyInvariants({ database, blobs: platform.blobs, atRest: false })).problems,
    ).to.deep.equal([]);
    expect(await finishReversals(platform)).to.equal(0);
    await settleHold(database, { ...hold, outcome: 'capture' });
    await send('checkout.session.completed', paid(account, { id: 'cs_next' }));
    expect(await finishReversals(platform)).to.equal(1);
    expect(await platform.credits(account)).to.include({ available: 99, spent: 1, reversed: 100, owed: 0 });
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('are taken back by the sweeper when the process died after the ledger line', async () => {
    const { id: account } = await platform.account({ credits: 10 });
    const line = {
      account,
      kind: 'reversal',
      amount: 4,
      note: 'the payment was refunded',
      at: new Date(),
    } as const;
    await platform.database.ledger.create({ _id: 'stripe.ch_crash.reversal.0', ...line });
    expect(await finishReversals(platform)).to.equal(1);
    await send(
      'charge.refunded',
      refunded(account, 1900, { id: 'ch_crash', metadata: { account, credits: '4' } }),
    );
    expect(await platform.credits(account)).to.include({ available: 6, reversed: 4 });
    expect(await readReversals(account)).to.deep.equal([4]);
  });

  /** Makes the state of a dispute known at Stripe, and reports it. */
  const dispute = (type: 'created' | 'closed', status: string, account: string, change: object = {}) => {
    const charge = { ...refunded(account, 0), ...change };
    const made = { id: `dp_${account.slice(4)}`, object: 'dispute', status, amount: charge.amount, charge };
    stripe.disputes.set(made.id, made);
    return send(`charge.dispute.${type}`, { ...made, charge: charge.id });
  };

  it('are taken back once while the payment is disputed, and stay away when the dispute is lost', async () => {
    const { id } = await platform.account({ credits: 0 });
    await send('checkout.session.completed', paid(id));
    const reports = [1, 2, 3].map(() => dispute('created', 'needs_response', id));
    expect((await Promise.all(reports)).map(({ status }) => status)).to.deep.equal([204, 204, 204]);
    expect(await platform.credits(id)).to.include({ granted: 100, available: 0, reversed: 100 });
    await dispute('closed', 'lost', id);
    expect(await readReversals(id)).to.deep.equal([100]);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('come back once when a dispute is won, in whatever order it is reported', async () => {
    const orders = [
      [
        ['created', 'under_review'],
        ['closed', 'won'],
        ['created', 'won'],
      ],
      [
        ['closed', 'won'],
        ['created', 'won'],
        ['closed', 'won'],
      ],
    ] as const;
    for (const order of orders) {
      const { id } = await platform.account({ credits: 0 });
      await send('checkout.session.completed', paid(id));
      for (const [type, status] of order) await dispute(type, status, id);
      expect(await platform.credits(id)).to.include({ available: 100, granted: 200, reversed: 100 });
    }
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('are taken back for the part that was not refunded before, and not for an inquiry', async () => {
    const { id } = await platform.account({ credits: 0 });
    await send('checkout.session.completed', paid(id));
    await dispute('created', 'warning_needs_response', id);
    await dispute('closed', 'warning_closed', id);
    expect(await readReversals(id)).to.deep.equal([]);
    await send('charge.refunded', refunded(id, 475));
    await dispute('created', 'needs_response', id, { amount_refunded: 475 });
    expect(await readReversals(id)).to.have.members([25, 75]);
    await dispute('created', 'needs_response', id, { metadata: {} });
    expect(await readReversals(id)).to.have.length(2);
  });

  it('wait for Stripe to say which payment is disputed', async () => {
    const { id } = await platform.account({ credits: 0 });
    await send('checkout.session.completed', paid(id));
    stripe.status = 400;
    const away = await dispute('created', 'needs_response', id);
    stripe.status = undefined;
    expect([away.status, away.headers.get('retry-after')]).to.deep.equal([503, '10']);
    expect((await dispute('created', 'needs_response', id)).status).to.equal(204);
    expect(await readReversals(id)).to.deep.equal([100]);
  });

  it('are not taken back for a charge that was not for credits', async () => {
    const { id } = await platform.account({ credits: 5 });
    await send('charge.refunded', refunded(id, 1900, { metadata: {} }));
    await send('charge.refunded', refunded(id, 0));
    expect(await readReversals(id)).to.deep.equal([]);
  });

  it('need the signature of Stripe', async () => {
    const { id } = await platform.account({ credits: 0 });
    const forged = await send('checkout.session.completed', paid(id), { key: 'whsec_other' });
    expect([forged.status, (await forged.json()).code]).to.deep.equal([401, 'UNAUTHORIZED']);
    const unsigned = await fetch(`${platform.url}/webhooks/stripe`, { method: 'POST', body: '{}' });
    expect(unsigned.status).to.equal(401);
    expect((await platform.credits(id)).granted).to.equal(0);
  });

  it('are not sold without a key', async () => {
    const { packs, readEvent } = createCardPayments({ ...platform.config, STRIPE_SECRET_KEY: '' });
    expect(packs).to.deep.equal([]);
    const { body, signature } = signedEvent('checkout.session.completed', {}, { secret });
    expect(await readEvent(Buffer.from(body), signature).catch((error: unknown) => error)).to.include({
      code: 'UNAUTHORIZED',
    });
  });
});
