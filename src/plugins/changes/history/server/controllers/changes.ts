import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listPanelUsers, type PanelUser } from '#platform/strapi/panel-users';
import { createModelLookup } from '#delivery/plan/model';
import { getUserAbility } from '#platform/http/request-person';
import { createLocalizedError } from '#platform/http/localized-error';
import { momentParam } from '#platform/http/primitives';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import type { ChangeFilterOptions } from '../../changes';
import { createContentChangeReader, type Position } from '../content-changes';
import { historyErrors } from '../errors';
import { canReadField, listContentAttributes, hasHistory } from '../state';
import { BUSINESS_LINE } from '#catalogue/business-line';

const name = z.string().min(1).max(100);

/** Each field is compared in a thousand versions. */
const MOST_FIELDS = 10;

/** Instant converted to UTC, because PostgreSQL accepts fewer offsets than the format. */
const moment = momentParam.transform((text) => new Date(text).toISOString());

/** Microseconds since 1970 and the id of an event. */
const position = z
  .string()
  .regex(/^\d{1,16}_\d{1,18}$/)
  .transform((text): Position => {
    const [timestamp = '', id = ''] = text.split('_');
    return { at: timestamp, id };
  });

const parseFilter = validateZodSchema(
  z
    .strictObject({
      type: name.optional(),
      /** Fields of the type, separated by commas. */
      fields: z
        .string()
        .transform((text) => [...new Set(text.split(','))])
        .pipe(z.array(name).max(MOST_FIELDS))
        .optional(),
      person: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
      line: name.optional(),
      from: moment.default('-infinity'),
      to: moment.default('infinity'),
      before: position.optional(),
    })
    .refine(({ type, fields }) => type !== undefined || fields === undefined, {
      path: ['fields'],
      message: 'needs a type',
    }),
);

const MOST_LINES = 500;

/** Serves the changes of content across entries. */
export const createChangesController = ({ strapi }: WithStrapi) => {
  const listReadableTypes = (ability: unknown): UID.ContentType[] =>
    listContentTypes({ strapi })
      .map(({ uid }) => uid)
      .filter(
        (uid) => hasHistory(uid) && createEntryAccess({ strapi }, { ability, uid }).may('read'),
      );

  const listReadableFields = (ability: unknown, uid: UID.ContentType): string[] => {
    const models = createModelLookup({ strapi });
    const access = createEntryAccess({ strapi }, { ability, uid });
    return listContentAttributes(models, uid)
      .map(([field]) => field)
      .filter((field) => canReadField(models, uid, (inner) => access.may('read', inner), field));
  };

  /** Returns the business lines whose names the user may read. */
  const listReadableLines = async (ability: unknown): Promise<ChangeFilterOptions['lines']> => {
    if (!createEntryAccess({ strapi }, { ability, uid: BUSINESS_LINE }).may('read', 'name'))
      return [];
    const where = await buildPermittedWhere({ strapi }, { ability, uid: BUSINESS_LINE, query: {} });
    return await getTable<ChangeFilterOptions['lines'][number]>({ strapi }, BUSINESS_LINE).findMany(
      {
        where,
        select: ['documentId', 'name'],
        orderBy: { name: 'asc' },
        limit: MOST_LINES,
      },
    );
  };

  return {
    /** Lists the changes that the user may see, the latest first. */
    async find(ctx: Context): Promise<void> {
      const { type, fields, person = null, line = null, before, from, to } = parseFilter(ctx.query);
      const ability = getUserAbility(ctx);
      const types = listReadableTypes(ability).filter((uid) => type === undefined || uid === type);
      const [uid] = types;
      const isForeignLine =
        line !== null &&
        !(await listReadableLines(ability)).some(({ documentId }) => documentId === line);
      if ((type !== undefined && uid === undefined) || isForeignLine) {
        throw createLocalizedError({ strapi }, historyErrors.CHANGES_FORBIDDEN);
      }
      const readable = new Set(uid === undefined ? [] : listReadableFields(ability, uid));
      const requestedFields = fields?.filter((field) => readable.has(field)) ?? null;
      ctx.set('Cache-Control', 'no-store');
      if (uid === undefined || requestedFields?.length === 0) {
        ctx.body = { data: { changes: [], next: null } };
        return;
      }
      const { changes, next } = await createContentChangeReader({ strapi }, ability).latest(
        { types, isOneType: type !== undefined, fields: requestedFields, person, line, from, to },
        before ?? null,
      );
      ctx.body = { data: { changes, next: next === null ? null : `${next.at}_${next.id}` } };
    },

    /** Answers the types, fields, business lines and people to filter by. */
    async options(ctx: Context): Promise<void> {
      const ability = getUserAbility(ctx);
      const models = createModelLookup({ strapi });
      const options: ChangeFilterOptions = {
        types: listReadableTypes(ability).map((uid) => ({
          uid,
          type: models(uid).name,
          fields: listReadableFields(ability, uid).map((field) => ({
            name: field,
            customField: models(uid).attributes[field]?.customField ?? null,
          })),
        })),
        lines: await listReadableLines(ability),
        people: await listPanelUsers({ strapi }, (ctx.state as { user: PanelUser }).user),
      };
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: options };
    },
  };
};
