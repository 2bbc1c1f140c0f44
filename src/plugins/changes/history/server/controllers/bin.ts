import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { entryAccess, type EntryAction } from '../../../../../platform/strapi/entry-access';
import { modelsOf } from '../../../../../delivery/plan/model';
import { contentTypesOf } from '../../../../../platform/strapi/models';
import { historySettings } from '../../settings';
import { restoreDeleted } from '../bin/restore-deleted';
import { deletionsOf } from '../bin/deletions';
import { historyErrors } from '../errors';
import type { Root } from '../recording/links';
import { requireLanguages } from '../restoring/languages';
import { hasHistory } from '../state/content';

const eventId = z.string().regex(/^\d{1,18}$/);
const parseList = validateZodSchema(
  z.object({
    before: eventId.nullable().default(null),
    search: z.string().trim().max(200).optional(),
  }),
);
const parseParams = validateZodSchema(z.object({ event: eventId }));
const parseBody = validateZodSchema(z.strictObject({ publish: z.boolean() }));

const AT_ONCE = 25;

export const binController = ({ strapi }: WithStrapi) => {
  const accessOf = (ctx: Context, uid: UID.ContentType) => {
    const { userAbility } = ctx.state as { userAbility?: unknown };
    return entryAccess({ strapi }, { ability: userAbility, uid });
  };

  const nameOf = (uid: string): string =>
    strapi.contentTypes[uid as UID.ContentType].info.displayName;

  /** Returns the relations of types. Role conditions are checked against them. */
  const relationsOf = (types: readonly string[]): readonly string[] => [
    ...new Set(
      types.flatMap((uid) =>
        Object.entries(modelsOf({ strapi })(uid).attributes).flatMap(([name, { kind }]) =>
          kind === 'relation' ? [name] : [],
        ),
      ),
    ),
  ];

  return {
    /** Lists the deletions in the types and locales that the user may read. */
    async find(ctx: Context): Promise<void> {
      const { before, search = '' } = parseList(ctx.query);
      const types = contentTypesOf({ strapi })
        .map(({ uid }) => uid)
        .filter((uid) => hasHistory(uid) && accessOf(ctx, uid).may('read'));
      const deletions = deletionsOf({ strapi }, historySettings.of({ strapi }));
      const found = await deletions.latest(types, {
        before,
        limit: AT_ONCE + 1,
        relations: relationsOf(types),
        search: search === '' ? null : search,
      });
      const shown = found.slice(0, AT_ONCE);
      ctx.body = {
        data: {
          deletions: shown
            .filter(({ deletion: { uid, documentId, locales }, whose }) =>
              locales.every((locale) =>
                accessOf(ctx, uid as UID.ContentType).mayWithDeleted('read', {
                  ...whose,
                  documentId,
                  locale,
                }),
              ),
            )
            .map(({ deletion }) => ({ ...deletion, type: nameOf(deletion.uid) })),
          next: found.length > AT_ONCE ? (shown.at(-1)?.deletion.id ?? null) : null,
        },
      };
    },

    async restore(ctx: Context): Promise<void> {
      const { event } = parseParams(ctx.params);
      const { publish } = parseBody((ctx.request as { body?: unknown }).body);
      const restored = await restoreDeleted({ strapi }, event, publish, async (uid, versions) => {
        const access = accessOf(ctx, uid as UID.ContentType);
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
          const written = publish && published !== null ? [draft, published] : [draft];
          const mayWrite = (action: EntryAction): boolean =>
            written.every((state) => access.mayWithDeleted(action, { ...state, locale }));
          if (!actions.every(mayWrite)) {
            throw localizedError({ strapi }, historyErrors.HISTORY_FORBIDDEN);
          }
        }
      });
      const named = (roots: readonly Root[]) =>
        roots.map((root) => ({ ...root, type: nameOf(root.uid) }));
      ctx.body = {
        data: { ...restored, shownOn: named(restored.shownOn), lostOn: named(restored.lostOn) },
      };
    },
  };
};
