import { randomUUID } from 'node:crypto';
import { validateZodSchema } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/strapi/with-strapi';
import { errorFor, messageLanguageOf } from '../../../../platform/http/message-language';
import { abilityOf, bodyOf } from '../../../../platform/http/request-person';
import { mailErrors } from '../guard-email-route';
import { builtInText, draftSchema, previewMail, startSchema } from '../services/preview-mail';
import { mailOverview } from '../services/overview';
import { sendMail } from '../services/compose-mail';
import { resendMail, unsentMails } from '../send-mails';

/** Returns the controller of the mail pages in the admin panel. */
export const mailsController = ({ strapi }: WithStrapi) => {
  const parseDraft = validateZodSchema(draftSchema({ strapi }));
  const parseStart = validateZodSchema(startSchema({ strapi }));

  const render = async (ctx: Context) => {
    const { problems, mail } = await previewMail(
      { strapi },
      parseDraft(bodyOf(ctx)),
      abilityOf(ctx),
    );
    const language = messageLanguageOf(ctx);
    return { problems: problems.map(({ message }) => message[language]), mail };
  };

  return {
    /** Responds with the built-in text of a kind, as the start of a new template. */
    start(ctx: Context): void {
      const { kind, locale } = parseStart(ctx.query);
      ctx.body = { data: builtInText(kind, locale) };
    },

    async preview(ctx: Context): Promise<void> {
      ctx.body = { data: await render(ctx) };
    },

    /**
     * Sends a test mail without the queue, so that the user sees the result or the reason of a
     * failure at once.
     */
    async test(ctx: Context): Promise<void> {
      const { problems, mail } = await render(ctx);
      if (mail === null) {
        ctx.body = { data: { problems, to: null } };
        return;
      }
      const { email } = (ctx.state as { user: { email: string } }).user;
      try {
        await sendMail({ strapi }, { ...mail, to: email, id: randomUUID() });
      } catch (error) {
        strapi.log.warn(`mail: a test mail was not sent: ${String(error)}`);
        throw errorFor(ctx, mailErrors.MAIL_NOT_SENT, { cause: error });
      }
      ctx.body = { data: { problems, to: email } };
    },

    /** Responds with the text that each mail uses in each language and business line. */
    async overview(ctx: Context): Promise<void> {
      ctx.body = { data: await mailOverview({ strapi }, abilityOf(ctx)) };
    },

    async find(ctx: Context): Promise<void> {
      ctx.body = { data: await unsentMails({ strapi }) };
    },

    async resend(ctx: Context): Promise<void> {
      const { id } = ctx.params as { id: string };
      if (!(await resendMail({ strapi }, id))) throw errorFor(ctx, mailErrors.MAIL_NOT_FOUND);
      ctx.body = { data: { id } };
    },
  };
};
