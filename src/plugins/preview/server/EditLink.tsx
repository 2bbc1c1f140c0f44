import { useMessages } from './messages';
import { useEdit } from './form-paths';

type EditLinkProps = {
  /** The part of the document, and optionally one of its fields. */
  of: unknown;
  field?: string;
  /** Display name of the part. */
  called: string;
};

/**
 * An invisible link over a part of the page (class `piece`) that opens the form at its field.
 * Beside a form it navigates the whole panel instead of the preview's frame.
 */
export const EditLink = ({ of, field, called }: EditLinkProps) => {
  const messages = useMessages();
  const address = useEdit()(of, field);
  return (
    address !== null && (
      <a className="edit" href={address} target="_top" aria-label={messages.edit(called)} />
    )
  );
};
