interface Tab {
  href: string;
  title: string;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  /** `href` of the tab that is shown. */
  current: string;
}

/** Views of one thing, each with an address of its own. */
export function Tabs({ label, tabs, current }: Props) {
  return (
    <nav class="tab-list" aria-label={label}>
      {tabs.map(({ href, title }) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
