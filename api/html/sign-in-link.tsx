import { ButtonLink } from '../web/design/components/button.tsx';

/** At the end of the bar of pages that are the same for everyone, where the rooms show who is signed in. */
export const SignInLink = () => (
  <ButtonLink kind="quiet" href="/sign-in">
    Sign in
  </ButtonLink>
);
