import type { WithStrapi } from '../../../platform/with-strapi';
import type { MailKind, QueuedMail } from './kinds';

const NAME = 'mail-kinds';

/**
 * Returns the registry of kinds. The first caller creates it, because features register in any
 * order.
 */
const kindsOf = ({ strapi }: WithStrapi): Map<string, MailKind> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, MailKind>());
  return strapi.get(NAME);
};

/** Registers a kind of mail; call it in `register`. */
export const defineMailKind = <Mail extends QueuedMail>(
  { strapi }: WithStrapi,
  kind: MailKind<Mail>,
): void => {
  const kinds = kindsOf({ strapi });
  if (kinds.has(kind.name)) throw new Error(`Two features send mails of the kind ${kind.name}`);
  kinds.set(kind.name, kind);
};

export const mailKinds = ({ strapi }: WithStrapi): MailKind[] => [...kindsOf({ strapi }).values()];

export const mailKindNamed = ({ strapi }: WithStrapi, name: string): MailKind | null =>
  kindsOf({ strapi }).get(name) ?? null;
