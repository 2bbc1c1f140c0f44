import { errors, validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { readPerson, readTypeRequest } from '#platform/http/request-person';
import { integerParam } from '#platform/http/primitives';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { hasPosition, POSITION } from '#catalogue/entry-position';
import { findLineAttribute } from '#catalogue/entry-summary';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { BUSINESS_LINE } from '#catalogue/business-line';
import type { OrderedTypes } from './order';
import { MAX_POSITION, readNewPosition } from './server/positions';
import { moveEntry } from './server/services/move';
import { listKinds, type List, readOrderedPage } from './server/services/read-order';
import {
  defineAdminRoute,
  defineAdminRoutes,
  signedIn,
  requirePermissionInModel,
} from '#platform/http/admin-route';

const id = z.string().regex(/^[a-z0-9]{1,64}$/i);
const narrowing = { line: id.optional(), kind: z.string().max(100).optional() };
const locale = z.string().max(40).optional();

const parsePage = validateZodSchema(
  z.strictObject({
    ...narrowing,
    locale,
    start: integerParam({ min: 0, max: MAX_POSITION, fallback: 0 }),
    limit: integerParam({ min: 1, max: 200, fallback: 100 }),
  }),
);

const parseMove = validateZodSchema(
  z.strictObject({
    ...narrowing,
    documentId: id,
    to: z.number().int().min(0).max(MAX_POSITION),
    version: z.string().max(100),
  }),
);

const parseNew = validateZodSchema(z.strictObject({ documentId: id.optional(), locale }));

const orderController = ({ strapi }: WithStrapi) => {
  const listIn = (ctx: Context, { line, kind }: Pick<List, 'line' | 'kind'>): List => {
    const type = readTypeRequest(ctx);
    if (!hasPosition({ strapi }, type.uid)) throw new errors.NotFoundError();
    if (kind !== undefined && !listKinds({ strapi }, type.uid).includes(kind)) {
      throw new errors.ValidationError('There is no such kind of entries');
    }
    return { ...type, line, kind };
  };

  return {
    async next(ctx: Context): Promise<void> {
      const { uid } = readTypeRequest(ctx);
      const { documentId } = parseNew(ctx.query);
      const isOrdered = hasPosition({ strapi }, uid);
      ctx.body = { data: isOrdered ? await readNewPosition({ strapi }, uid, documentId) : null };
    },

    async types(ctx: Context): Promise<void> {
      const { ability } = readPerson(ctx);
      const types = listContentTypes({ strapi }).filter(
        ({ uid }) =>
          hasPosition({ strapi }, uid) &&
          createEntryAccess({ strapi }, { ability, uid }).may('update', POSITION),
      );
      const lines = createEntryAccess({ strapi }, { ability, uid: BUSINESS_LINE }).may('read')
        ? await getTable<{ documentId: string; name: string }>({ strapi }, BUSINESS_LINE).findMany({
            where: await buildPermittedWhere(
              { strapi },
              { ability, uid: BUSINESS_LINE, query: {} },
            ),
            select: ['documentId', 'name'],
            orderBy: [{ [POSITION]: 'asc' }, { name: 'asc' }],
          })
        : [];
      const orderedTypes: OrderedTypes = {
        lines: lines.map(({ documentId, name }) => ({ documentId, name })),
        types: types.map(({ uid, info }) => ({
          uid,
          name: info.displayName,
          hasLines: findLineAttribute({ strapi }, uid) !== null,
          kinds: listKinds({ strapi }, uid),
        })),
      };
      ctx.body = { data: orderedTypes };
    },

    async find(ctx: Context): Promise<void> {
      const { line, kind, ...page } = parsePage(ctx.query);
      ctx.body = { data: await readOrderedPage({ strapi }, listIn(ctx, { line, kind }), page) };
    },

    async move(ctx: Context): Promise<void> {
      const { line, kind, ...move } = parseMove(ctx.request.body);
      await moveEntry({ strapi })(listIn(ctx, { line, kind }), move);
      ctx.status = 204;
    },
  };
};

const adminRoutes = defineAdminRoutes(
  defineAdminRoute(
    'GET',
    '/next/:model',
    'order.next',
    requirePermissionInModel('create', 'update'),
  ),
  // Every user may ask which types they may order; the list may be empty.
  defineAdminRoute('GET', '/types', 'order.types', signedIn),
  defineAdminRoute('GET', '/order/:model', 'order.find', requirePermissionInModel('update')),
  defineAdminRoute('POST', '/order/:model/moves', 'order.move', requirePermissionInModel('update')),
);

export default {
  controllers: { order: orderController },
  routes: { admin: adminRoutes },
};
