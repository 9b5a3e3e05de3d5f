import type { EntryFiles } from '../../assets/web-build.ts';
import { doorPage } from '../../identity/door-page.tsx';
import { ButtonLink } from '../../web/design/components/button.tsx';

/**
 * Leads to the checkout of a payment. A redirect would not: browsers apply the `form-action` of a page to the redirects
 * of its forms, and a checkout is on a host that only the payment service knows.
 */
export const checkoutPage = (url: string, files: EntryFiles): string =>
  doorPage(
    {
      path: '/developers/credits',
      title: 'Pay by card',
      lead: 'The page of the payment service opens in a moment.',
      head: <meta http-equiv="refresh" content={`0;url=${url}`} />,
      children: (
        <ButtonLink href={url} kind="primary" wide>
          Open the payment
        </ButtonLink>
      ),
    },
    files,
  );
