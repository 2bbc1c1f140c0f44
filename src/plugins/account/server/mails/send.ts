import type { WithStrapi } from '../../../../platform/with-strapi';
import { defineMailKind, sendMailLater } from '../../../mail';
import { type AccountMail, accountMailKinds } from './kinds';

/** Registers the kinds of mail that accounts send; call it in `register`. */
export const defineAccountMails = ({ strapi }: WithStrapi): void => {
  for (const kind of accountMailKinds({ strapi })) defineMailKind({ strapi }, kind);
};

/** Enqueues a mail; it is sent after the running transaction is committed. */
export const sendAccountMail = ({ strapi }: WithStrapi, mail: AccountMail): Promise<void> =>
  sendMailLater({ strapi }, mail);
