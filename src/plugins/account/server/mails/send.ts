import type { WithStrapi } from '../../../../platform/with-strapi';
import { defineMailKind, sendMailLater } from '../../../mail';
import { type AccountMail, accountMailKinds } from './kinds';

/** Says what mails accounts send; call it in `register`. */
export const defineAccountMails = ({ strapi }: WithStrapi): void => {
  for (const kind of accountMailKinds({ strapi })) defineMailKind({ strapi }, kind);
};

/** Has a mail sent once the running transaction is committed. */
export const sendAccountMail = ({ strapi }: WithStrapi, mail: AccountMail): Promise<void> =>
  sendMailLater({ strapi }, mail);
