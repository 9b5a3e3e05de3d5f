import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FlowSource, ListingQuery, ProductCard } from '../../../../../shared/try-on/contract.ts';
import { noFilters } from '../../state/filters.ts';
import { activeFlow, getStep } from '../../state/flow.ts';
import type { FlowProgress } from '../../state/flow-progress.ts';
import { getListing } from '../../state/listing-state.ts';
import { useApp, useWholeApp } from '../../ui/app-context.ts';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { AfterGrid } from '../items/after-grid.tsx';
import { ProductGrid } from '../items/product-grid.tsx';
import { ProductSheet } from '../items/product-sheet.tsx';
import { ExitFlow } from './exit-flow.tsx';
import { FlowTray } from './flow-tray.tsx';
import { useFoundItems } from './use-found-items.ts';
import '../items/items-screen.css';
import './flow-screen.css';

/** The step of a guided flow that the shopper is at. */
export function FlowScreen() {
  const { state } = useApp();
  const progress = activeFlow(state);
  return progress && <Step key={`${progress.flow.id} ${progress.step}`} progress={progress} />;
}

function Step({ progress }: { progress: FlowProgress }) {
  const { state, texts, openListing } = useWholeApp();
  const [opened, setOpened] = useState<ProductCard | null>(null);
  const { name, source, minItems, maxItems, required } = getStep(progress);
  const key = `${progress.flow.id} ${progress.step}`;
  const listing = useMemo(() => openListing(key, toQuery(source)), []);
  const listed = getListing(state, key);
  useEffect(() => listing.show(noFilters), []);
  useFoundItems(progress, listed.products);
  const { flow, step } = progress;
  const choose = texts.flow.choose(minItems, maxItems);
  return (
    <>
      <div class="flow-head">
        <p class="small soft">{flow.name}</p>
        <ExitFlow progress={progress} />
      </div>
      <Bar step={step} of={flow.steps.length} />
      <ScreenHeading
        text={texts.flow.step(step + 1, flow.steps.length, name)}
        lead={required ? choose : `${choose} ${texts.flow.orSkip}`}
      />
      <ProductGrid listed={listed} onOpen={setOpened} />
      <AfterGrid listed={listed} listing={listing} />
      <FlowTray progress={progress} />
      {opened && (
        <ProductSheet productId={opened.productId} title={opened.title} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** Draws the shopper's progress, which the heading states in words. */
function Bar({ step, of }: { step: number; of: number }) {
  return (
    <div class="flow-bar" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <span key={index} class={index <= step ? 'flow-done' : ''} />
      ))}
    </div>
  );
}

function toQuery(source: FlowSource): ListingQuery {
  return 'products' in source ? { items: source.products.join(',') } : source;
}
