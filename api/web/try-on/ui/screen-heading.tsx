import { useEffect, useRef } from 'preact/hooks';

/** True after the first screen: that one does not take the focus from where the browser put it. */
let hasShownScreen = false;

/** The heading of a screen. A change of screen moves the focus to it, so that a screen reader begins there. */
export function ScreenHeading({ text, lead }: { text: string; lead?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasShownScreen || window.parent !== window) heading.current?.focus({ preventScroll: true });
    if (hasShownScreen) window.scrollTo(0, 0);
    hasShownScreen = true;
  }, []);
  return (
    <div class="screen-heading">
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      {lead && <p class="soft">{lead}</p>}
    </div>
  );
}
