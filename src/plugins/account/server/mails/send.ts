import type { Core } from '@strapi/types';
import { defineMailKind, sendMailLater } from '../../../mail';
import { type AccountMail, accountMailKinds } from './kinds';

type Strapi = { strapi: Core.Strapi };

/** Says what mails accounts send; call it in `register`. */
export const defineAccountMails = ({ strapi }: Strapi): void => {
  for (const kind of accountMailKinds({ strapi })) defineMailKind({ strapi }, kind);
};

/** Has a mail sent once the running transaction is committed. */
export const sendAccountMail = ({ strapi }: Strapi, mail: AccountMail): Promise<void> =>
  sendMailLater({ strapi }, mail);
