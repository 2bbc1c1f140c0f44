import type { Core } from '@strapi/types';
import type { MailKind, QueuedMail } from './kinds';

type Strapi = { strapi: Core.Strapi };

const NAME = 'mail-kinds';

/** Features register in any order, hence made by the first that asks. */
const kindsOf = ({ strapi }: Strapi): Map<string, MailKind> => {
  if (!strapi.has(NAME)) strapi.add(NAME, new Map<string, MailKind>());
  return strapi.get(NAME);
};

/** Says how mails of a kind are made; call it in `register`. */
export const defineMailKind = <Mail extends QueuedMail>(
  { strapi }: Strapi,
  kind: MailKind<Mail>,
): void => {
  const kinds = kindsOf({ strapi });
  if (kinds.has(kind.name)) throw new Error(`Two features send mails of the kind ${kind.name}`);
  kinds.set(kind.name, kind);
};

export const mailKinds = ({ strapi }: Strapi): MailKind[] => [...kindsOf({ strapi }).values()];

export const mailKindNamed = ({ strapi }: Strapi, name: string): MailKind | null =>
  kindsOf({ strapi }).get(name) ?? null;
