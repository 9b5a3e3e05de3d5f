interface Props {
  /** Of the operator; empty: not known. */
  email: string;
  account: string;
  subject: string;
}

/** Names whom an account asks, with a mail that has the subject and the id of the account. */
export const OperatorAddress = ({ email, account, subject }: Props) =>
  email === '' ? (
    <>the operator of this service</>
  ) : (
    <a href={`mailto:${email}?subject=${encodeURIComponent(`${subject} for ${account}`)}`}>{email}</a>
  );
