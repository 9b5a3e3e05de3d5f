import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { SignInLink } from '../html/sign-in-link.tsx';
import { toolPage } from '../html/tool-page.tsx';
import type { Readiness } from '../ops/readiness.ts';
import { statusTexts } from '../status/current-status.ts';
import { formatPrice, type Pack } from '../top-up/packs.ts';
import { ButtonLink } from '../web/design/components/button.tsx';
import { CodeBlock } from '../web/design/components/code-block.tsx';
import { Status } from '../web/design/components/status.tsx';
import { firstRequest } from './first-request.ts';

export interface Home {
  /** Public origin of the API. */
  baseUrl: string;
  /** Credits that are sold together. */
  packs: readonly Pack[];
  status: Readiness['status'];
}

/** The ways on from here, by who is reading. */
const doors = [
  {
    title: 'Build with the API',
    text: 'One request in any language, or a tool of an agent. Test keys cost nothing.',
    links: { '/sign-up': 'Sign up', '/docs/quick-start': 'Quick start', '/docs/reference': 'API reference' },
  },
  {
    title: 'Put it on your shop',
    text: 'One script tag: shoppers see your products on themselves or in their room, and buy the look.',
    links: {
      '/docs/install': 'Install the try-on',
      '/docs/catalog': 'Import a catalog',
      '/docs/events': 'Events and KPIs',
    },
  },
  {
    title: 'Run it',
    text: 'Your own machines and models: workers that scale by their queue, and no charge for what fails.',
    links: { '/docs': 'All guides', '/readyz': 'Readiness', '/docs/reference': 'HTTP routes' },
  },
] as const;

/** `/`: what this service is, what it costs, and whether it works. It has no scripts. */
export const homePage = ({ baseUrl, packs, status }: Home, { styles }: EntryFiles): string =>
  toolPage({
    title: 'Render platform',
    files: { styles },
    path: '/',
    room: { href: '/', title: '' },
    rooms: publicRooms,
    menu: <SignInLink />,
    current: '/',
    children: (
      <div class="home">
        <header>
          <h1>Products in a photo, by one request</h1>
          <p class="lead">
            Send a photo of a scene and up to six products; the image that comes back has the products in the
            scene.
          </p>
          <p class="home-ways">
            <ButtonLink href="/sign-up" kind="primary">
              Sign up
            </ButtonLink>
            <ButtonLink href="/docs/quick-start">Quick start</ButtonLink>
          </p>
        </header>
        <BeforeAndAfter />
        <CodeBlock code={firstRequest(baseUrl)} language="sh" copies={false} />
        <Doors />
        <Prices packs={packs} />
        <State status={status} />
      </div>
    ),
  });

const BeforeAndAfter = () => (
  <div class="home-images">
    <figure>
      <div
        class="home-image home-before"
        role="img"
        aria-label="A table with a bottle, a glass and a coffee mill."
      />
      <figcaption>The scene</figcaption>
    </figure>
    <figure>
      <div
        class="home-image home-after"
        role="img"
        aria-label="The same table with a cactus in a pot on it."
      />
      <figcaption>The response</figcaption>
    </figure>
  </div>
);

const Doors = () => (
  <ul class="home-doors">
    {doors.map(({ title, text, links }) => (
      <li key={title} class="card">
        <h2>{title}</h2>
        <p class="soft">{text}</p>
        <ul>
          {Object.entries(links).map(([href, name]) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

const Prices = ({ packs }: Pick<Home, 'packs'>) => (
  <section aria-labelledby="prices">
    <h2 id="prices">Prices</h2>
    <p>
      One credit pays for one successful render. One that fails, and each render of a test key, costs nothing.
    </p>
    {packs.length > 0 ? (
      <ul class="home-packs">
        {packs.map((pack) => (
          <li key={pack.credits}>
            <strong>{pack.credits} credits</strong> {formatPrice(pack)}
          </li>
        ))}
      </ul>
    ) : (
      <p class="soft">The operator of this service adds credits to your account.</p>
    )}
  </section>
);

const State = ({ status }: Pick<Home, 'status'>) => {
  const [tone, text] = statusTexts[status];
  return (
    <section aria-labelledby="status">
      <h2 id="status">Status</h2>
      <p>
        <Status tone={tone}>{text}</Status> · <a href="/status">The last 90 days</a>
      </p>
    </section>
  );
};
