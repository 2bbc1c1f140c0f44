import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { getRequestBody, readTypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { getCurrentLanguage } from '#platform/http/message-language';
import { startStream } from '#platform/http/started-stream';
import { findModel, isLocalized } from '#platform/strapi/models';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { parseListSelection } from '../lists';
import { MOST_COLUMNS, MOST_ROWS, type Columns, type ShownIn } from './edit';
import { listChangeableColumns } from './server/fields';
import { bulkEditErrors } from './server/errors';
import {
  findRelationColumns,
  planPlacement,
  planReplacement,
  listReplaceableReferences,
} from './server/plan-references';
import { planChanges } from './server/plan';
import { streamRowsCsv } from './server/rows-csv';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissionInModel,
} from '#platform/http/admin-route';

const id = z.string().regex(/^[a-z0-9]{1,64}$/i);
const documents = z.array(id).min(1);

const parsePlan = validateZodSchema(
  z.strictObject({
    columns: z.array(
      z.strictObject({ name: z.string().max(100), locale: z.string().max(40).nullable() }),
    ),
    rows: z.array(
      z.strictObject({
        key: z.string().trim().max(255),
        cells: z.array(z.string().max(100_000).nullable()),
      }),
    ),
  }),
);

const parseSelection = validateZodSchema(z.strictObject({ documents }));

const parseReplacement = validateZodSchema(
  z.strictObject({ documents, attribute: z.string().max(100), from: id, to: id }),
);

const uid = z.string().regex(/^api::[a-z0-9-]+\.[a-z0-9-]+$/);

const parsePlacement = validateZodSchema(
  z.strictObject({
    documents,
    at: z.strictObject({ uid, attribute: z.string().max(100) }),
    to: id,
  }),
);

/** Refuses more rows or columns than the limits; the body limit alone would allow more. */
const assertFew = (
  { strapi }: WithStrapi,
  { rows, columns = 0 }: { rows: number; columns?: number },
): void => {
  const createLimitDetails = (maximum: number) => ({ details: { most: maximum } });
  if (rows > MOST_ROWS) {
    throw createLocalizedError(
      { strapi },
      bulkEditErrors.TOO_MANY_ROWS,
      createLimitDetails(MOST_ROWS),
    );
  }
  if (columns > MOST_COLUMNS) {
    throw createLocalizedError(
      { strapi },
      bulkEditErrors.TOO_MANY_COLUMNS,
      createLimitDetails(MOST_COLUMNS),
    );
  }
};

/** Plans changes of many entries for the panel, which then saves them one by one as forms do. */
const createBulkEditController = ({ strapi }: WithStrapi) => ({
  async columns(ctx: Context): Promise<void> {
    const type = readTypeRequest(ctx);
    const model = findModel({ strapi }, type.uid);
    const columns: Columns = {
      type: model?.info.displayName ?? type.uid,
      columns: listChangeableColumns({ strapi }, type),
      locales: isLocalized(model) ? await listSiteLocales({ strapi }) : [],
    };
    ctx.body = { data: columns };
  },

  /**
   * Answers all entries of a list with its filters, search and question as a CSV file that can be
   * imported again.
   */
  async rows(ctx: Context): Promise<void> {
    const listSelection = parseListSelection(ctx.query);
    const type = readTypeRequest(ctx);
    const body = await startStream(
      streamRowsCsv(
        { strapi },
        { ...type, ...listSelection, language: getCurrentLanguage({ strapi }) },
      ),
    );
    ctx.attachment(`${type.uid.split('.').at(-1) ?? 'entries'}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  },

  async plan(ctx: Context): Promise<void> {
    const { columns, rows } = parsePlan(getRequestBody(ctx));
    const widest = rows.reduce((width, { cells }) => Math.max(width, cells.length), columns.length);
    assertFew({ strapi }, { rows: rows.length, columns: widest });
    const language = getCurrentLanguage({ strapi });
    ctx.body = {
      data: await planChanges({ strapi }, { ...readTypeRequest(ctx), language, columns, rows }),
    };
  },

  async replaceable(ctx: Context): Promise<void> {
    const selection = parseSelection(getRequestBody(ctx));
    assertFew({ strapi }, { rows: selection.documents.length });
    ctx.body = {
      data: await listReplaceableReferences({ strapi }, { ...readTypeRequest(ctx), ...selection }),
    };
  },

  /** Answers the places where entries of a type can be shown. */
  places(ctx: Context): void {
    const places = findRelationColumns({ strapi }, readTypeRequest(ctx));
    ctx.body = { data: places.map(({ shown }): ShownIn => shown) };
  },

  async placement(ctx: Context): Promise<void> {
    const placement = parsePlacement(getRequestBody(ctx));
    assertFew({ strapi }, { rows: placement.documents.length });
    ctx.body = { data: await planPlacement({ strapi }, { ...readTypeRequest(ctx), ...placement }) };
  },

  async replacement(ctx: Context): Promise<void> {
    const replacement = parseReplacement(getRequestBody(ctx));
    assertFew({ strapi }, { rows: replacement.documents.length });
    ctx.body = {
      data: await planReplacement({ strapi }, { ...readTypeRequest(ctx), ...replacement }),
    };
  },
});

const adminRoutes = defineAdminRoutes(
  defineAdminRoute(
    'GET',
    '/:model/columns',
    'bulk-edit.columns',
    requirePermissionInModel('update'),
  ),
  defineAdminRoute('GET', '/:model/rows.csv', 'bulk-edit.rows', requirePermissionInModel('update')),
  defineAdminRoute('POST', '/:model/plan', 'bulk-edit.plan', requirePermissionInModel('update')),
  defineAdminRoute(
    'POST',
    '/:model/replaceable',
    'bulk-edit.replaceable',
    requirePermissionInModel('update'),
  ),
  // The written entries may be of another type, for which the handlers check the user's
  // permissions.
  defineAdminRoute('GET', '/:model/places', 'bulk-edit.places', requirePermissionInModel('read')),
  defineAdminRoute(
    'POST',
    '/:model/placement',
    'bulk-edit.placement',
    requirePermissionInModel('read'),
  ),
  defineAdminRoute(
    'POST',
    '/:model/replacement',
    'bulk-edit.replacement',
    requirePermissionInModel('update'),
  ),
);

export default {
  controllers: { 'bulk-edit': createBulkEditController },
  routes: { admin: adminRoutes },
};
