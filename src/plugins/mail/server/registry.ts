import type { WithStrapi } from '../../../platform/with-strapi';
import type { MailKind, QueuedMail } from './kinds';

const NAME = 'mail-kinds';

/** Features register in any order, hence made by the first that asks. */
const kindsOf = ({ strapi }: WithStrapi): Map<string, MailKind> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, MailKind>());
  return strapi.get(NAME);
};

/** Says how mails of a kind are made; call it in `register`. */
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
