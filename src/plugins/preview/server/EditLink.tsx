import { useMessages } from './language';
import { useEdit } from './places';

type EditLinkProps = {
  /** What it is part of, and which of its fields. */
  of: unknown;
  field?: string;
  /** What people call it. */
  called: string;
};

/**
 * Lies over a piece of the page, whose element has the class `piece`, and leads to where it is written. Beside a form, the
 * whole panel goes there and not the frame of the preview.
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
