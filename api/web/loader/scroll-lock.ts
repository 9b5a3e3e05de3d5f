/**
 * Keeps the page behind the dialog where it is. The place of the scroll bar stays reserved, so that nothing moves
 * sideways. Of `html` and `body`, the one whose overflow the window takes is locked: with the other, a shop's
 * sticky header would lose its hold.
 * @returns a function that sets everything back.
 */
export function lockScroll(): () => void {
  const root = document.documentElement;
  const taken = getComputedStyle(root).overflowY === 'visible' ? document.body : root;
  const { overflow } = taken.style;
  const { scrollbarGutter } = root.style;
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable';
  taken.style.overflow = 'hidden';
  return () => {
    taken.style.overflow = overflow;
    root.style.scrollbarGutter = scrollbarGutter;
  };
}
