import { CodeBlock } from '../../web/design/components/code-block.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { toFirstCall } from '../overview/first-call.ts';
import type { ShownSecret } from '../shown-once.ts';

/** A key that was just made, and a call with it that runs. */
export const KeyShown = ({ shown, baseUrl }: { shown: ShownSecret; baseUrl: string }) => (
  <section class="room-section" aria-labelledby="shown">
    <h2 id="shown">Key “{shown.name}”</h2>
    <Banner tone="warning">Copy the key now: it is shown only this once.</Banner>
    <CodeBlock code={shown.secret} language="text" label="Key" />
    <p>
      This call renders the sample of the documentation
      {shown.mode === 'live' ? ' and costs one credit' : ' and costs nothing'}:
    </p>
    <CodeBlock code={toFirstCall(baseUrl, shown.secret)} language="sh" label="Your first call" />
  </section>
);
