import { hold, type TestPlatform } from '../platform.ts';
import type { Row } from './analytics-rows.ts';
import type { JourneyShopper } from './journey-shopper.ts';

const sofa = { productIds: ['1002'], variantIds: ['100201'] };
/** The flow that the journey begins with. */
export const flow = { flow_name: 'Furnish a corner', flow_id: 'furnish-a-corner' };
const sofas = { productIds: ['1002', '1017'], variantIds: ['100201', '101701'] };

/** Where a journey is played. */
export interface Stage {
  shopper: JourneyShopper;
  /** What a browser's share sheet, or the lack of one, makes of the event. */
  usedNativeShare: boolean;
  platform: TestPlatform;
  modelId: string;
  /** Lets the picture be made that has been started. */
  release: () => void;
  /** Opens an address as another person, who got it from the shopper. */
  visit: (url: string) => Promise<JourneyShopper>;
  recipient?: JourneyShopper;
  shareUrl: string;
  shortId: string;
}

/** What a shopper does, and what an analytics server receives of it: one event where it can be, so that none overtakes another. */
export type Step = [what: string, play: (stage: Stage) => Promise<void>, rows: (stage: Stage) => Row[]];

/** Applies choices of the sheet, each of which may show further ones. The button counts the items that are left once that is known. */
async function choose(shopper: JourneyShopper, ...choices: string[]): Promise<void> {
  await shopper.press(/Filter & sort/);
  for (const choice of choices) await shopper.check(choice);
  await shopper.press(/^(Show 2 items|Done)$/);
}

/** Starts a picture that is not made before `release`. */
async function start(stage: Stage): Promise<void> {
  stage.release = hold(stage.platform.cog);
  await stage.shopper.press('Try it on');
}

/** One item, whose variant is known, leads to the shop at once. */
const checkOut = (shopper: JourneyShopper) => shopper.follow(/^Check out/);

/** All 18 events, from a flow to a friend's checkout. */
export const steps: Step[] = [
  ['opens the try-on', ({ shopper }) => shopper.see('Add your photo'), () => [['Session Started', {}]]],
  ['is there for ten seconds', ({ shopper }) => shopper.stay(10_000), () => [['Session Engaged', {}]]],
  [
    'uploads a photo',
    async ({ shopper }) => {
      await shopper.chooseFile('examples/room-console.jpg');
      await shopper.see('Step 1 of 4: Seat');
    },
    () => [['User Photo Uploaded', {}]],
  ],
  [
    'takes a model photo instead',
    async ({ shopper }) => {
      await shopper.press(/^Back$/);
      await shopper.press('Use the photo “Living room with a leather sofa before a white wall”');
      await shopper.see('Step 1 of 4: Seat');
    },
    ({ modelId }) => [['Model Photo Selected', { model_id: modelId }]],
  ],
  [
    'adds an item of the first step of a flow',
    ({ shopper }) => shopper.addItem('Three-seat leather sofa'),
    () => [['Added Item to Look', { ...sofa, productTitle: 'Three-seat leather sofa' }]],
  ],
  [
    'continues to the second step',
    ({ shopper }) => shopper.press('Next: Light'),
    () => [['Flow Step Completed', { ...sofa, ...flow, flow_step_name: 'Seat' }]],
  ],
  [
    'skips it',
    ({ shopper }) => shopper.press('Skip'),
    () => [['Flow Step Skipped', { ...sofa, ...flow, flow_step_name: 'Light' }]],
  ],
  [
    'leaves the flow',
    async ({ shopper }) => {
      await shopper.see('Step 3 of 4: Plants');
      await shopper.press('Browse all items');
      await shopper.press('Leave the steps');
      await shopper.see('Choose items');
    },
    () => [['Flow Exited', { ...sofa, ...flow, flow_step_name: 'Plants' }]],
  ],
  [
    'filters the items',
    ({ shopper }) => choose(shopper, 'Furniture', 'Sofas'),
    () => [['Filter Selected', { ...sofa, filter_name: 'Sofas', filter_scope: 'category' }]],
  ],
  [
    'sorts them',
    ({ shopper }) => choose(shopper, 'Price: low to high'),
    () => [['Sort Selected', { ...sofa, sort_name: 'price-low' }]],
  ],
  [
    'goes back to no order of her own, which is no choice',
    ({ shopper }) => choose(shopper, 'Featured'),
    () => [],
  ],
  [
    'searches by Enter',
    ({ shopper }) => shopper.search('leather sofa'),
    () => [['Search Submitted', { ...sofa, query: 'leather sofa', result_count: 1 }]],
  ],
  ['starts a picture', start, () => [['Try On Started', { ...sofa, selectedItemCount: 1 }]]],
  [
    'cancels it',
    async ({ shopper, release }) => {
      await shopper.press('Cancel');
      await shopper.press('Cancel picture');
      await shopper.see('Choose items');
      release();
    },
    () => [['Try On Failed', { ...sofa, reason: 'cancelled' }]],
  ],
  ['starts another', start, () => [['Try On Started', { ...sofa, selectedItemCount: 1 }]]],
  [
    'sees it',
    async ({ shopper, release }) => {
      release();
      await shopper.see('Here is your look');
    },
    () => [['Try On Completed', { ...sofa, selectedItemCount: 1 }]],
  ],
  [
    'edits the look of the result',
    async ({ shopper }) => {
      await shopper.press('Edit look');
      await shopper.see('Choose items');
    },
    () => [['Try On Edited', { ...sofa, action: 'edit' }]],
  ],
  [
    'adds another item, and returns to the result',
    async ({ shopper }) => {
      await shopper.clearSearch();
      await shopper.addItem('Grey fabric sofa');
      await shopper.press('View');
      await shopper.see('Here is your look');
    },
    () => [['Added Item to Look', { ...sofas, productTitle: 'Grey fabric sofa' }]],
  ],
  [
    'removes an item from the result',
    ({ shopper }) => shopper.press('Remove Grey fabric sofa'),
    () => [['Try On Edited', { ...sofa, action: 'remove' }]],
  ],
  [
    'shares the result',
    async (stage) => {
      stage.shareUrl = await stage.shopper.share();
      stage.shortId = new URL(stage.shareUrl).searchParams.get('share') ?? '';
    },
    ({ shareUrl, shortId, usedNativeShare }) => [
      [
        'Look Shared',
        { ...sofa, type: 'share_link', shortId, shareUrl, usedNativeShare, selectedItemCount: 1 },
      ],
    ],
  ],
  [
    'checks out',
    ({ shopper }) => checkOut(shopper),
    () => [
      [
        'Checkout Clicked',
        { ...sofa, selectedItemCount: 1, hasStorefrontToken: true, fromSharedLook: false },
      ],
    ],
  ],
  [
    'has a friend, who opens the link',
    async (stage) => {
      stage.recipient = await stage.visit(stage.shareUrl);
      await stage.recipient.see(/^A look from/);
    },
    ({ shortId }) => [
      ['Session Started', {}],
      ['Shared Look Opened', { ...sofa, shortId }],
    ],
  ],
  [
    'has a friend, who checks out',
    ({ recipient }) => checkOut(recipient!),
    ({ shortId }) => [
      [
        'Checkout Clicked',
        {
          ...sofa,
          selectedItemCount: 1,
          hasStorefrontToken: true,
          fromSharedLook: true,
          sharedLookShortId: shortId,
        },
      ],
    ],
  ],
];
