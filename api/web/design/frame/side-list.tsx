export interface NavigationLink {
  href: string;
  title: string;
  /** Shown before the title, e.g. `POST`. */
  method?: string;
}

export interface NavigationGroup {
  title: string;
  /** Of a group with a page of its own; its links are shown on that page alone. */
  href?: string;
  links: readonly NavigationLink[];
}

interface Props {
  label: string;
  groups: readonly NavigationGroup[];
  /** Path of the page that is shown. */
  path: string;
}

/** The pages of a room beside the one that is shown. */
export function SideList({ label, groups, path }: Props) {
  return (
    <nav aria-label={label}>
      {groups.map((group) => (
        <Group key={group.title} group={group} path={path} />
      ))}
    </nav>
  );
}

function Group({ group: { title, href, links }, path }: { group: NavigationGroup; path: string }) {
  if (href !== undefined && href !== path)
    return (
      <h2>
        <a href={href}>{title}</a>
      </h2>
    );
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {links.map(({ href: link, title: text, method }) => (
          <li key={link}>
            <a href={link} aria-current={link === path ? 'page' : undefined}>
              {method && <MethodBadge method={method} />}
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The method of a request, in the color of what it does. */
export const MethodBadge = ({ method }: { method: string }) => (
  <span class={`method method-${method.toLowerCase()}`}>{method === 'DELETE' ? 'DEL' : method}</span>
);
