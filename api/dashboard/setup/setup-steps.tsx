import type { ComponentChildren } from 'preact';
import type { SetupFacts } from '../../../shared/stores/setup-facts.ts';
import { Status } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Ago } from './ago.tsx';

interface Step {
  title: string;
  isDone: (facts: SetupFacts) => boolean;
  /** Text once it was seen. */
  done: (facts: SetupFacts) => ComponentChildren;
  /** Text until then: the next thing to do. */
  open: (toPath: (page: string) => string) => ComponentChildren;
}

const steps: readonly Step[] = [
  {
    title: 'Host of your shop',
    isDone: ({ hosts }) => hosts.length > 0,
    done: ({ hosts }) => hosts.join(', '),
    open: () => <a href="#hosts">Add the host and prove that it is yours.</a>,
  },
  {
    title: 'Catalog',
    isDone: ({ hasProducts }) => hasProducts,
    done: () => 'Products are imported.',
    open: (toPath) => <a href={toPath('catalog')}>Import your products.</a>,
  },
  {
    title: 'Script tag',
    isDone: ({ tagSeen }) => tagSeen !== undefined,
    done: ({ tagSeen }) =>
      tagSeen && (
        <>
          Seen on {tagSeen.host} <Ago at={tagSeen.at} />.
        </>
      ),
    open: () => <a href="#snippet">Put the script tag on your pages, and open one of them.</a>,
  },
  {
    title: 'Model photo',
    isDone: ({ hasModelPhoto }) => hasModelPhoto,
    done: () => 'Shoppers can try on without a photo of their own.',
    open: (toPath) => (
      <a href={toPath('photos')}>Add a photo of a person or a room for shoppers who upload none.</a>
    ),
  },
  {
    title: 'Checkout',
    isDone: ({ hasCheckout }) => hasCheckout,
    done: () => 'Looks lead to your checkout.',
    open: (toPath) => (
      <a href={`${toPath('settings')}#checkout`}>
        Connect your checkout; until then looks lead to the product pages.
      </a>
    ),
  },
  {
    title: 'Analytics',
    isDone: ({ integration }) => integration === 'Connected',
    done: () => 'Connected',
    open: (toPath) => <a href={toPath('integrations')}>Connect your analytics platform.</a>,
  },
  {
    title: 'First try-on',
    isDone: ({ hasTryOn }) => hasTryOn,
    done: () => 'A shopper has tried a look on.',
    open: () => 'Open the try-on on your shop and try a look on.',
  },
  {
    title: 'First order',
    isDone: ({ hasOrder }) => hasOrder,
    done: () => 'An order was attributed to a look.',
    open: (toPath) => (
      <a href={`${toPath('integrations')}#orders`}>Let your shop report its orders by a webhook.</a>
    ),
  },
];

/** Counts the steps that are done. */
export const countDone = (facts: SetupFacts): { done: number; all: number } => ({
  done: steps.filter(({ isDone }) => isDone(facts)).length,
  all: steps.length,
});

interface Props {
  facts: SetupFacts;
  toPath: (page: string) => string;
}

/** Everything between a new store and its first order; each step is ticked by what was seen. */
export function SetupSteps({ facts, toPath }: Props) {
  const columns: readonly Column<Step>[] = [
    {
      heading: 'Step',
      kind: 'long',
      cell: (step) => (
        <>
          {step.title}
          <CellNote>{step.isDone(facts) ? step.done(facts) : step.open(toPath)}</CellNote>
        </>
      ),
    },
    {
      heading: 'State',
      kind: 'tight',
      cell: ({ isDone }) =>
        isDone(facts) ? <Status tone="success">Done</Status> : <Status tone="neutral">Open</Status>,
    },
  ];
  return <Table label="Steps" columns={columns} rows={steps} />;
}
