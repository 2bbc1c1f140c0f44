import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { hasPosition, POSITION } from '#catalogue/entry-position';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentActor } from '#feature/current-actor';
import { createLocalizedError } from '#platform/http/localized-error';
import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import { type Model, createModelLookup } from '#delivery/plan/model';
import {
  createEntryAccess,
  type EntryAccess,
  type EntryAction,
} from '#platform/strapi/entry-access';
import { compareStates, type State } from '../../changes';
import { historyErrors } from '../errors';
import {
  findLinkedEntries,
  withLinkTitles,
  withoutHiddenTitles,
  listPictures,
} from '../shown-references';
import { createEventReader, type KeptEvent, type Version, describeEvents } from '../events';
import { canWriteField, listContentAttributes, hasHistory, pickReadableState } from '../state';
import { requireLanguages, restoreState } from '../restore';

const eventId = z.string().regex(/^\d{1,18}$/);
const language = z.string().max(40).default('');

const parseList = validateZodSchema(
  z.object({ locale: language, before: eventId.nullable().default(null) }),
);
const parseCompare = validateZodSchema(z.object({ locale: language, from: eventId, to: eventId }));
const parseRestore = validateZodSchema(
  z.strictObject({
    locale: language,
    event: eventId,
    field: z.string().max(100).optional(),
    /** Version of the draft that the user has seen. */
    baseVersion: z.string().max(40).optional(),
  }),
);

const parseNote = validateZodSchema(
  z.strictObject({ locale: language, event: eventId, note: z.string().trim().max(500) }),
);

export const createHistoryController = ({ strapi }: WithStrapi) => {
  const resolveVersion = (ctx: Context, locale: string): Version & { uid: UID.ContentType } => {
    const { model, documentId } = ctx.params as { model: string; documentId: string };
    const type = hasHistory(model) ? strapi.contentTypes[model as UID.ContentType] : undefined;
    if (type === undefined) throw createLocalizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
    const typeModel: Model = createModelLookup({ strapi })(type.uid);
    return { uid: type.uid, documentId, locale: typeModel.isLocalized ? locale : '' };
  };

  const requireAccess = async (
    ctx: Context,
    version: Version & { uid: UID.ContentType },
    action: EntryAction,
  ): Promise<EntryAccess> => {
    const access = createEntryAccess(
      { strapi },
      { ability: getUserAbility(ctx), uid: version.uid },
    );
    if (!(await access.mayWith(action, version))) {
      if (access.may(action)) await requireLanguages({ strapi }, [version.locale]);
      throw createLocalizedError({ strapi }, historyErrors.HISTORY_FORBIDDEN);
    }
    return access;
  };

  const findEvent = async (version: Version, id: string): Promise<KeptEvent> => {
    const event = await createEventReader({ strapi }).find(version, id);
    if (event === undefined)
      throw createLocalizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
    return event;
  };

  const createFieldReader =
    (access: EntryAccess, { documentId, locale }: Version) =>
    ({ state }: Pick<KeptEvent, 'state'>) =>
      access.readableFields({ ...state, documentId, locale });

  return {
    async find(ctx: Context): Promise<void> {
      const { locale, before } = parseList(ctx.query);
      const version = resolveVersion(ctx, locale);
      const access = await requireAccess(ctx, version, 'read');
      const readerOf = createFieldReader(access, version);
      ctx.body = { data: await describeEvents({ strapi }, version, before, readerOf) };
    },

    async compare(ctx: Context): Promise<void> {
      const { locale, from, to } = parseCompare(ctx.query);
      const version = resolveVersion(ctx, locale);
      const access = await requireAccess(ctx, version, 'read');
      const readerOf = createFieldReader(access, version);
      const [before, after] = [await findEvent(version, from), await findEvent(version, to)];
      const models = createModelLookup({ strapi });
      const { attributes } = models(version.uid);
      const [mayReadLeft, mayReadRight] = [readerOf(before), readerOf(after)];
      // A field that is hidden on one side would look empty there.
      const mayRead = (field: string): boolean => mayReadLeft(field) && mayReadRight(field);
      const toVisibleState = ({ state }: KeptEvent): State =>
        pickReadableState(models, version.uid, mayRead, state);
      const [left, right] = [toVisibleState(before), toVisibleState(after)];
      const linked = await findLinkedEntries({ strapi }, [left, right], version.locale);
      const titledStates = [withLinkTitles(left, linked), withLinkTitles(right, linked)];
      const [visibleBefore, visibleAfter] = await withoutHiddenTitles({ strapi }, titledStates);
      ctx.body = {
        data: {
          from: visibleBefore,
          to: visibleAfter,
          changes: compareStates(attributes, left, right),
          pictures: await listPictures({ strapi }, [left, right]),
        },
      };
    },

    async note(ctx: Context): Promise<void> {
      const { locale, event, note } = parseNote(getRequestBody(ctx));
      const version = resolveVersion(ctx, locale);
      await requireAccess(ctx, version, 'update');
      const { id } = await findEvent(version, event);
      const { name } = getCurrentActor({ strapi });
      ctx.body = { data: { note: await createEventReader({ strapi }).setNote(id, note, name) } };
    },

    async restore(ctx: Context): Promise<void> {
      const { locale, event, field, baseVersion } = parseRestore(getRequestBody(ctx));
      const version = resolveVersion(ctx, locale);
      const access = await requireAccess(ctx, version, 'update');
      const models = createModelLookup({ strapi });
      const listRestorableFields = (state: State): readonly string[] => {
        const { documentId } = version;
        const may = access.updatableFields({ ...state, documentId, locale: version.locale });
        const mayWrite = (name: string): boolean => canWriteField(models, version.uid, may, name);
        const knownFields = new Set(
          listContentAttributes(models, version.uid).map(([name]) => name),
        );
        // An older version must not move the entry back in its list, in all locales.
        const isPosition = (name: string): boolean =>
          name === POSITION && hasPosition({ strapi }, version.uid);
        // Fields that the model no longer has are included, so that they are reported as not
        // restorable.
        return Object.keys(state).filter((name) =>
          field === undefined
            ? !knownFields.has(name) || (mayWrite(name) && !isPosition(name))
            : name === field && mayWrite(name),
        );
      };
      const leftOut = await restoreState({ strapi }, version, {
        event,
        fields: listRestorableFields,
        baseVersion,
      });
      ctx.body = { data: { leftOut } };
    },
  };
};
