import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissionInModel,
} from '#platform/http/admin-route';
import { answerRepeatedCreation } from './server/repeated-creation';
import { createPresenceStore, type OpenForm } from './server/presence';
import {
  createUnsavedChangesStore,
  MAX_UNSAVED_BYTES,
  type OwnForm,
} from './server/unsaved-changes';
import { changeRecordsOf } from './server/versions/changes';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { createLocalizedError } from '#platform/http/localized-error';
import { getUserAbility, getRequestBody, refuseTokens } from '#platform/http/request-person';
import type { PersonNames } from '#platform/strapi/actor';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { getTable } from '#platform/strapi/queries';
import { editingErrors } from './server/errors';
import { nameOf } from './server/versions/author';

type User = { id: number } & PersonNames;

/** `user`: id of the user that the panel believes is signed in. */
const parseQuery = validateZodSchema(
  z.object({
    locale: z.string().max(35).optional().default(''),
    user: z.string().max(20).optional(),
  }),
);

/** DocumentId of an entry, or `create` for a new one. */
const parseDocument = validateZodSchema(
  z.object({ documentId: z.string().regex(/^[a-z0-9-]{1,64}$/i) }),
);

const parseTyping = validateZodSchema(
  z.strictObject({
    fields: z.record(z.string(), z.strictObject({ mine: z.unknown(), base: z.unknown() })),
    at: z.number(),
  }),
);

const parseSign = validateZodSchema(
  z.strictObject({ form: z.string().min(8).max(64), takesOver: z.boolean().optional() }),
);

const getUser = (ctx: Context): User => (ctx.state as { user: User }).user;

/** Serves the unsaved typing and the presence of the panel's forms. */
const createFormsController = ({ strapi }: WithStrapi) => {
  const parseOwnForm = (ctx: Context): OwnForm => {
    // A token would read its owner's typing, and could put text into the owner's next form.
    refuseTokens({ strapi });
    const { model } = ctx.params as { model: string };
    const { documentId } = parseDocument(ctx.params);
    const { locale, user } = parseQuery(ctx.query);
    const { id: userId } = getUser(ctx);
    // A form retries until its typing is stored; another user may have signed in meanwhile.
    if (user !== undefined && user !== String(userId)) {
      throw createLocalizedError({ strapi }, editingErrors.NOT_SIGNED_IN_ANY_MORE);
    }
    return { userId, uid: model, documentId, locale };
  };

  const openForm = (ctx: Context, form: string): OpenForm => ({
    ...parseOwnForm(ctx),
    form,
    name: nameOf(getUser(ctx)),
  });

  /** Users who may not read an entry must not see who has it open, and cannot take over. */
  const requireReadable = async (ctx: Context): Promise<void> => {
    const { uid, documentId, locale } = parseOwnForm(ctx);
    const type = uid as UID.ContentType;
    const access = createEntryAccess({ strapi }, { ability: getUserAbility(ctx), uid: type });
    if (await access.mayWith('read', { documentId, locale })) return;
    // A locale without an entry holds no secrets.
    if ((await getTable({ strapi }, type).count({ where: { documentId } })) === 0) return;
    if (await access.mayWith('read', { documentId, locale: '' })) return;
    throw createLocalizedError({ strapi }, editingErrors.FORM_FORBIDDEN);
  };

  /** Users who may only read an entry do not appear as its editors. */
  const mayChange = async (ctx: Context): Promise<boolean> => {
    const { uid, documentId } = parseOwnForm(ctx);
    const type = uid as UID.ContentType;
    const access = createEntryAccess({ strapi }, { ability: getUserAbility(ctx), uid: type });
    const isThere = (await getTable({ strapi }, type).count({ where: { documentId } })) > 0;
    return isThere
      ? access.mayWith('update', { documentId, locale: '' })
      : access.may('update') || access.may('create');
  };

  return {
    async findTyped(ctx: Context): Promise<void> {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: await createUnsavedChangesStore({ strapi }).find(parseOwnForm(ctx)) };
    },

    async keepTyped(ctx: Context): Promise<void> {
      const typing = JSON.stringify(parseTyping(getRequestBody(ctx)));
      if (Buffer.byteLength(typing) > MAX_UNSAVED_BYTES) {
        throw createLocalizedError({ strapi }, editingErrors.TYPING_TOO_LARGE);
      }
      await createUnsavedChangesStore({ strapi }).keep(parseOwnForm(ctx), typing);
      ctx.body = { data: {} };
    },

    async forgetTyped(ctx: Context): Promise<void> {
      await createUnsavedChangesStore({ strapi }).forget(parseOwnForm(ctx));
      ctx.body = { data: {} };
    },

    async present(ctx: Context): Promise<void> {
      const { form, takesOver = false } = parseSign(getRequestBody(ctx));
      await requireReadable(ctx);
      const presence = createPresenceStore({ strapi });
      const openedForm = openForm(ctx, form);
      if (await mayChange(ctx)) await presence.seen(openedForm, takesOver);
      ctx.body = { data: await presence.people(openedForm) };
    },

    async left(ctx: Context): Promise<void> {
      const { form } = parseSign({ form: (ctx.query as { form?: unknown }).form });
      await createPresenceStore({ strapi }).left(openForm(ctx, form));
      ctx.body = { data: {} };
    },
  };
};

/** Users who may update or create entries. Readers have no typing to store. */
const mayWrite = requirePermissionInModel('update', 'create');
const mayRead = requirePermissionInModel('read');

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/typed/:model/:documentId', 'forms.findTyped', mayWrite),
  defineAdminRoute('PUT', '/typed/:model/:documentId', 'forms.keepTyped', mayWrite),
  defineAdminRoute('DELETE', '/typed/:model/:documentId', 'forms.forgetTyped', mayWrite),
  defineAdminRoute('POST', '/present/:model/:documentId', 'forms.present', mayRead),
  defineAdminRoute('DELETE', '/present/:model/:documentId', 'forms.left', mayRead),
);

const CLEAN_UP = 'concurrent-editing.clean-up';

/** Deletes expired typing, presence and change records every night. */
const register = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(CLEAN_UP, async () => {
    await createUnsavedChangesStore({ strapi }).forgetOld();
    await createPresenceStore({ strapi }).forgetGone();
    await changeRecordsOf({ strapi }).forgetOld();
  });
  jobs.schedule(CLEAN_UP, '41 3 * * *');
};

export default {
  register,
  controllers: { forms: createFormsController },
  middlewares: { 'repeated-creation': answerRepeatedCreation },
  routes: { admin: adminRoutes },
};
