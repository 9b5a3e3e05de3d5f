import { render } from 'preact';
import { refreshRenders } from '../watch-renders.ts';
import { Playground } from './playground.tsx';
import { createSentRequests } from './sent-requests.ts';
import './playground.css';

/** Starts the playground in its place on the page. */
export function startPlayground(root: Document, place: HTMLElement): void {
  const { baseUrl = '', token = '' } = place.dataset;
  const sent = createSentRequests(localStorage);
  const showKnown = () => {
    for (const button of root.querySelectorAll<HTMLButtonElement>('[data-again]'))
      button.hidden = sent.find(button.dataset.again ?? '') === undefined;
  };
  const onChange = async () => {
    await refreshRenders(root);
    showKnown();
  };
  place.replaceChildren();
  render(<Playground baseUrl={baseUrl} token={token} sent={sent} onChange={onChange} />, place);
  showKnown();
}
