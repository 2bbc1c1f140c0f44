import { randomUUID } from 'node:crypto';
import { validateZodSchema } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createRequestError, getMessageLanguage } from '#platform/http/message-language';
import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import { mailErrors, emailMiddlewares, guardEmailRoutes } from './server/guard-email-route';
import {
  getBuiltInText,
  createDraftSchema,
  previewMail,
  startSchema,
} from './server/services/preview-mail';
import { loadMailOverview } from './server/services/overview';
import { sendMail } from './server/services/compose-mail';
import { resendMail, loadUnsentMails, defineMailJob } from './server/send-mails';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import { registerAdminActions } from '#platform/strapi/admin-roles';
import { MANAGE_MAILS, manageMailsAction } from './manage-mails';
import { EMAIL_TEMPLATE } from './server/templates/select-template';

/** Returns the controller of the mail pages in the admin panel. */
const createMailsController = ({ strapi }: WithStrapi) => {
  const parseDraft = validateZodSchema(createDraftSchema({ strapi }));
  const parseStart = validateZodSchema(startSchema({ strapi }));

  const render = async (ctx: Context) => {
    const { problems, mail } = await previewMail(
      { strapi },
      parseDraft(getRequestBody(ctx)),
      getUserAbility(ctx),
    );
    const language = getMessageLanguage(ctx);
    return { problems: problems.map(({ message }) => message[language]), mail };
  };

  return {
    /** Responds with the built-in text of a kind, as the start of a new template. */
    start(ctx: Context): void {
      const { kind, locale } = parseStart(ctx.query);
      ctx.body = { data: getBuiltInText(kind, locale) };
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
        throw createRequestError(ctx, mailErrors.MAIL_NOT_SENT, { cause: error });
      }
      ctx.body = { data: { problems, to: email } };
    },

    /** Responds with the text that each mail uses in each language and business line. */
    async overview(ctx: Context): Promise<void> {
      ctx.body = { data: await loadMailOverview({ strapi }, getUserAbility(ctx)) };
    },

    async find(ctx: Context): Promise<void> {
      ctx.body = { data: await loadUnsentMails({ strapi }) };
    },

    async resend(ctx: Context): Promise<void> {
      const { id } = ctx.params as { id: string };
      if (!(await resendMail({ strapi }, id)))
        throw createRequestError(ctx, mailErrors.MAIL_NOT_FOUND);
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
  ...defineAdminRoutes(
    defineAdminRoute('GET', '/mails/start', 'mails.start', mayEditTemplates),
    defineAdminRoute('GET', '/mails/overview', 'mails.overview', maySeeTemplates),
    defineAdminRoute('POST', '/mails/preview', 'mails.preview', mayEditTemplates),
    defineAdminRoute('POST', '/mails/test', 'mails.test', mayEditTemplates),
    defineAdminRoute('GET', '/mails', 'mails.find', mayManageMails),
    defineAdminRoute('POST', '/mails/:id/resend', 'mails.resend', mayManageMails),
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
  controllers: { mails: createMailsController },
  middlewares: emailMiddlewares,
  routes: { admin: adminRoutes },
};
