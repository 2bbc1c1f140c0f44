import { DEFAULT_COLOR } from '#catalogue/contrast-color';
import { buildRequestIdHeader } from '#platform/request-id';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { renderFrame } from '../render-frame';
import type { MailKind, MailValues } from '../kinds';
import { appendSupplement, renderFooter, renderText } from '../templates/render-text';
import type { SelectedText } from '../templates/select-template';
import { listUrlVariables } from '../templates/variables';
import { type Brand, buildLogo, type Sender, buildSender } from './brand';

/** Mail that is ready to be sent. */
export type Mail = { subject: string; html: string; text: string; from: Sender };

type MailParts = {
  text: SelectedText;
  values: MailValues;
  /** Values of the subject and the preview line, if they differ from those of the body. */
  subjectValues?: MailValues;
  brand: Brand;
};

/** Returns the mail composed of a text, its values and the appearance of a business line. */
export const composeMail = async (
  { strapi }: WithStrapi,
  kind: MailKind,
  { text, values, subjectValues, brand }: MailParts,
): Promise<Mail> => {
  const { name: vertical, color } = brand;
  const rendered = renderText(
    appendSupplement(kind, text),
    values,
    listUrlVariables(kind),
    color ?? DEFAULT_COLOR,
    subjectValues,
  );
  const footer = renderFooter(brand.emailFooter ?? '');
  const logo = await buildLogo({ strapi }, brand);
  return {
    subject: rendered.subject,
    html: renderFrame(rendered, { lang: text.lang, vertical, color, logo, footer: footer.html }),
    text: [rendered.text, '', '--', vertical, footer.text].join('\n').trimEnd() + '\n',
    from: buildSender({ strapi }, brand),
  };
};

type EmailService = { send: (message: Record<string, unknown>) => Promise<void> };

const parseDomain = (from: Mail['from']): string =>
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
      messageId: `<${id}@${parseDomain(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...buildRequestIdHeader() },
    });
};
