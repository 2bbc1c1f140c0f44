import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import { createLocalizedError } from '#platform/http/localized-error';
import { createEntryAccess, type EntryAction } from '#platform/strapi/entry-access';
import { findHiddenTitles } from '#catalogue/access/hidden-entries';
import { restoreDeleted, listVisibleDeletions } from '../bin';
import { historyErrors } from '../errors';
import type { Root } from '../../changes';
import { requireLanguages } from '../restore';

const eventId = z.string().regex(/^\d{1,18}$/);
const parseList = validateZodSchema(
  z.object({
    before: eventId.nullable().default(null),
    search: z.string().trim().max(200).optional(),
  }),
);
const parseParams = validateZodSchema(z.object({ event: eventId }));
const parseBody = validateZodSchema(z.strictObject({ publish: z.boolean() }));

export const createBinController = ({ strapi }: WithStrapi) => {
  const nameOf = (uid: string): string =>
    strapi.contentTypes[uid as UID.ContentType].info.displayName;

  return {
    /** Lists the deletions in the types and locales that the user may read. */
    async find(ctx: Context): Promise<void> {
      const { before, search = '' } = parseList(ctx.query);
      const page = { before, search };
      const { deletions, next } = await listVisibleDeletions({ strapi }, getUserAbility(ctx), page);
      ctx.body = {
        data: {
          deletions: deletions.map((deletion) => ({ ...deletion, type: nameOf(deletion.uid) })),
          next,
        },
      };
    },

    async restore(ctx: Context): Promise<void> {
      const { event } = parseParams(ctx.params);
      const { publish } = parseBody(getRequestBody(ctx));
      const restored = await restoreDeleted({ strapi }, event, publish, async (uid, versions) => {
        const type = uid as UID.ContentType;
        const access = createEntryAccess({ strapi }, { ability: getUserAbility(ctx), uid: type });
        const actions: readonly EntryAction[] = [
          'create',
          ...(publish && versions.some(({ published }) => published !== null)
            ? (['publish'] as const)
            : []),
        ];
        if (actions.every((action) => access.may(action))) {
          await requireLanguages(
            { strapi },
            versions.map(({ locale }) => locale),
          );
        }
        for (const { locale, draft, published } of versions) {
          const restoredVersions = publish && published !== null ? [draft, published] : [draft];
          const mayWrite = (action: EntryAction): boolean =>
            restoredVersions.every((state) => access.mayWithDeleted(action, { ...state, locale }));
          if (!actions.every(mayWrite)) {
            throw createLocalizedError({ strapi }, historyErrors.HISTORY_FORBIDDEN);
          }
        }
      });
      const roots = [...restored.shownOn, ...restored.lostOn];
      const hiddenTitles = await findHiddenTitles(
        { strapi },
        roots.map(({ documentId }) => documentId),
      );
      const addRootTitles = (some: readonly Root[]) =>
        some.map((root) => ({
          ...root,
          type: nameOf(root.uid),
          title: hiddenTitles.get(root.documentId) ?? root.title,
        }));
      ctx.body = {
        data: {
          ...restored,
          shownOn: addRootTitles(restored.shownOn),
          lostOn: addRootTitles(restored.lostOn),
        },
      };
    },
  };
};
