/** Marks the section that is read in the list of sections beside the page. */
export function markSection(root: Document): void {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of root.querySelectorAll<HTMLAnchorElement>('.contents a[href^="#"]')) {
    const section = root.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (section) links.set(section, link);
  }
  const headings = [...links.keys()];
  const update = () => {
    const current = headings
      .filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
      .at(-1);
    for (const [heading, link] of links) {
      if (heading === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const observer = new IntersectionObserver(update, { rootMargin: '0px 0px -66% 0px' });
  for (const heading of headings) observer.observe(heading);
}
