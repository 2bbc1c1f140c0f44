import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listPanelUsers, type PanelUser } from '#platform/strapi/panel-users';
import { modelsOf } from '#delivery/plan/model';
import { abilityOf } from '#platform/http/request-person';
import { localizedError } from '#platform/http/localized-error';
import { momentParam } from '#platform/http/primitives';
import { entryAccess } from '#platform/strapi/entry-access';
import { contentTypesOf } from '#platform/strapi/models';
import { permittedWhere } from '#platform/strapi/permitted-query';
import { tableOf } from '#platform/strapi/queries';
import type { ChangeFilterOptions } from '../../changes';
import { contentChangesOf, type Position } from '../content-changes';
import { historyErrors } from '../errors';
import { canReadField, contentOf, hasHistory } from '../state';
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
export const changesController = ({ strapi }: WithStrapi) => {
  const typesFor = (ability: unknown): UID.ContentType[] =>
    contentTypesOf({ strapi })
      .map(({ uid }) => uid)
      .filter((uid) => hasHistory(uid) && entryAccess({ strapi }, { ability, uid }).may('read'));

  const fieldsFor = (ability: unknown, uid: UID.ContentType): string[] => {
    const models = modelsOf({ strapi });
    const access = entryAccess({ strapi }, { ability, uid });
    return contentOf(models, uid)
      .map(([field]) => field)
      .filter((field) => canReadField(models, uid, (inner) => access.may('read', inner), field));
  };

  /** Returns the business lines whose names the user may read. */
  const linesFor = async (ability: unknown): Promise<ChangeFilterOptions['lines']> => {
    if (!entryAccess({ strapi }, { ability, uid: BUSINESS_LINE }).may('read', 'name')) return [];
    const where = await permittedWhere({ strapi }, { ability, uid: BUSINESS_LINE, query: {} });
    return await tableOf<ChangeFilterOptions['lines'][number]>({ strapi }, BUSINESS_LINE).findMany({
      where,
      select: ['documentId', 'name'],
      orderBy: { name: 'asc' },
      limit: MOST_LINES,
    });
  };

  return {
    /** Lists the changes that the user may see, the latest first. */
    async find(ctx: Context): Promise<void> {
      const { type, fields, person = null, line = null, before, from, to } = parseFilter(ctx.query);
      const ability = abilityOf(ctx);
      const types = typesFor(ability).filter((uid) => type === undefined || uid === type);
      const [uid] = types;
      const isForeignLine =
        line !== null && !(await linesFor(ability)).some(({ documentId }) => documentId === line);
      if ((type !== undefined && uid === undefined) || isForeignLine) {
        throw localizedError({ strapi }, historyErrors.CHANGES_FORBIDDEN);
      }
      const readable = new Set(uid === undefined ? [] : fieldsFor(ability, uid));
      const requestedFields = fields?.filter((field) => readable.has(field)) ?? null;
      ctx.set('Cache-Control', 'no-store');
      if (uid === undefined || requestedFields?.length === 0) {
        ctx.body = { data: { changes: [], next: null } };
        return;
      }
      const { changes, next } = await contentChangesOf({ strapi }, ability).latest(
        { types, isOneType: type !== undefined, fields: requestedFields, person, line, from, to },
        before ?? null,
      );
      ctx.body = { data: { changes, next: next === null ? null : `${next.at}_${next.id}` } };
    },

    /** Answers the types, fields, business lines and people to filter by. */
    async options(ctx: Context): Promise<void> {
      const ability = abilityOf(ctx);
      const models = modelsOf({ strapi });
      const options: ChangeFilterOptions = {
        types: typesFor(ability).map((uid) => ({
          uid,
          type: models(uid).name,
          fields: fieldsFor(ability, uid).map((field) => ({
            name: field,
            customField: models(uid).attributes[field]?.customField ?? null,
          })),
        })),
        lines: await linesFor(ability),
        people: await listPanelUsers({ strapi }, (ctx.state as { user: PanelUser }).user),
      };
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: options };
    },
  };
};
