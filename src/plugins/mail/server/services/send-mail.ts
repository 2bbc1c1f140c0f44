import type { WithStrapi } from '../../../../platform/with-strapi';
import { outgoingRequestId } from '../../../../platform/request-id';
import type { Mail } from './compose-mail';

type EmailService = { send: (message: Record<string, unknown>) => Promise<void> };

const domainOf = (from: Mail['from']): string =>
  (typeof from === 'string' ? (/@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost') : from.address)
    .split('@')
    .at(-1) ?? 'localhost';

/** Passes a mail to the mail server. */
export const sendMail = async (
  { strapi }: WithStrapi,
  { id, from, ...mail }: Mail & { to: string; id: string },
): Promise<void> => {
  await strapi
    .plugin('email')
    .service<EmailService>('email')
    .send({
      ...mail,
      from,
      // All attempts share one id, so that mail programs recognise duplicates.
      messageId: `<${id}@${domainOf(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...outgoingRequestId() },
    });
};
