import { randomUUID } from 'node:crypto';
import { validateZodSchema } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { errorFor, messageLanguageOf } from '#platform/http/message-language';
import { abilityOf, bodyOf } from '#platform/http/request-person';
import { mailErrors, emailMiddlewares, guardEmailRoutes } from './server/guard-email-route';
import { builtInText, draftSchema, previewMail, startSchema } from './server/services/preview-mail';
import { mailOverview } from './server/services/overview';
import { sendMail } from './server/services/compose-mail';
import { resendMail, unsentMails, defineMailJob } from './server/send-mails';
import { adminRoute, adminRoutesOf, requirePermissions } from '#platform/http/admin-route';
import { registerAdminActions } from '#platform/strapi/admin-roles';
import { MANAGE_MAILS, manageMailsAction } from './manage-mails';
import { EMAIL_TEMPLATE } from './server/templates/select-template';

/** Returns the controller of the mail pages in the admin panel. */
const mailsController = ({ strapi }: WithStrapi) => {
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

const mayEditTemplates = requirePermissions([
  'plugin::content-manager.explorer.update',
  EMAIL_TEMPLATE,
]);
const maySeeTemplates = requirePermissions([
  'plugin::content-manager.explorer.read',
  EMAIL_TEMPLATE,
]);
const mayManageMails = requirePermissions(MANAGE_MAILS);

const adminRoutes = {
  ...adminRoutesOf(
    adminRoute('GET', '/mails/start', 'mails.start', mayEditTemplates),
    adminRoute('GET', '/mails/overview', 'mails.overview', maySeeTemplates),
    adminRoute('POST', '/mails/preview', 'mails.preview', mayEditTemplates),
    adminRoute('POST', '/mails/test', 'mails.test', mayEditTemplates),
    adminRoute('GET', '/mails', 'mails.find', mayManageMails),
    adminRoute('POST', '/mails/:id/resend', 'mails.resend', mayManageMails),
  ),
  // Panels that were opened under an earlier release still call this path.
  prefix: '/account',
};

const register = ({ strapi }: WithStrapi): void => {
  defineMailJob({ strapi });
  guardEmailRoutes({ strapi });
};

export default {
  register,
  bootstrap: ({ strapi }: WithStrapi) => registerAdminActions({ strapi }, [manageMailsAction]),
  controllers: { mails: mailsController },
  middlewares: emailMiddlewares,
  routes: { admin: adminRoutes },
};
