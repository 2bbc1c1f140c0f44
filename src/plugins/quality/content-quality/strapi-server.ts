import {
  defineAdminRoute,
  defineAdminRoutes,
  signedIn,
  requirePermissions,
} from '#platform/http/admin-route';
import { getRequestBody } from '#platform/http/request-person';
import { validateZodSchema, z } from '@strapi/utils';
import { integerParam } from '#platform/http/primitives';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listPanelUsers, type PanelUser, formatPanelUserName } from '#platform/strapi/panel-users';
import type { UnlinkedPaymentProducts } from '#feature/payment-products';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes } from '#platform/strapi/models';
import { listPermittedFileIds } from '#platform/strapi/permitted-query';
import { getPaymentProducts } from '#feature/application';
import { PAYMENT_PRODUCT, listSoldTypes } from '#catalogue/money/price-fields';
import { findMissingPages, type MissingPage, readSiteOverview } from '../site-overview';
import type { GroupKey, ToDoList, ToDoFilter } from './content-quality';
import { dismissGroups, mayDismiss, restoreGroups } from './server/dismissals';
import { findFilesWithFinding, groupFindings } from './server/groups';
import {
  isScanning,
  queueFullScan,
  scanStateOf,
  findUneditedSample,
  type IsUnedited,
} from './server/scan';
import { findMissingEntries } from './server/missing-entries';

const READ_FILES = 'plugin::upload.read';

const page = integerParam({ min: 1, max: 10_000, fallback: 1 });

const parseFiles = validateZodSchema(z.strictObject({ code: z.string().max(100), page }));
const parseFilter = validateZodSchema(
  z.strictObject({
    vertical: z.string().max(255).nullable().default(null),
    locale: z.string().max(40).nullable().default(null),
    /** The former parameter of the caller's own entries. */
    mine: z.enum(['true', 'false']).default('false'),
    editor: integerParam({ min: 1, max: 2_147_483_647 }).optional(),
  }),
);

const groups = z
  .array(
    z.strictObject({
      code: z.string().min(1).max(100),
      uid: z.string().min(1).max(100),
      locale: z.string().max(40).nullable(),
    }),
  )
  .min(1)
  .max(200);

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

const isWithinAYear = (day: string): boolean => {
  const ends = Date.parse(`${day}T23:59:59Z`);
  return ends >= Date.now() && ends <= Date.now() + YEAR_MS;
};

const parseDismissal = validateZodSchema(
  z.strictObject({
    groups,
    reason: z.string().trim().min(1).max(500),
    until: z.iso.date().refine(isWithinAYear, 'must be a day within a year from now'),
  }),
);

const parseRestoration = validateZodSchema(z.strictObject({ groups }));

const parsePage = validateZodSchema(z.strictObject({ page }));

/** Number of payment products a page. */
const PAGE = 50;

const LINE = 'api::vertical.vertical';

/** Nobody edited a missing page. Unedited business lines of the sample need none. */
const isWanted = (
  { line, language }: MissingPage,
  { filter, isUnedited }: { filter: ToDoFilter; isUnedited: IsUnedited },
): boolean =>
  filter.editor === null &&
  !isUnedited({ uid: LINE, documentId: line.documentId }) &&
  (filter.vertical === null || filter.vertical === line.slug) &&
  (filter.locale === null || filter.locale === language.code);

/** Payment products belong to no business line, language or editor. */
const isRestricted = ({ vertical, locale, editor }: ToDoFilter): boolean =>
  vertical !== null || locale !== null || editor !== null;

type Ability = { can: (action: string) => boolean };

const getUser = (ctx: Context): PanelUser => (ctx.state as { user: PanelUser }).user;

const getAbility = (ctx: Context): Ability => (ctx.state as { userAbility: Ability }).userAbility;

/** Serves the panel's page "To do". */
const createContentQualityController = ({ strapi }: WithStrapi) => {
  /**
   * Returns payment products without an entry, if the user may create one. They belong to no
   * business line.
   */
  const loadPermittedProducts = async (
    ability: Ability,
    from: number,
  ): Promise<UnlinkedPaymentProducts> => {
    const mayFix = listSoldTypes({ strapi }).some((uid) =>
      createEntryAccess({ strapi }, { ability, uid }).may('create', PAYMENT_PRODUCT),
    );
    if (!mayFix) return { products: [], total: 0 };
    return getPaymentProducts({ strapi }).findUnlinked({ strapi }, { from, most: PAGE });
  };

  const mayForAnyType = (ability: Ability, action: 'read' | 'update'): boolean =>
    listContentTypes({ strapi }).some(
      ({ uid }) =>
        uid.startsWith('api::') && createEntryAccess({ strapi }, { ability, uid }).may(action),
    );

  /** @throws ForbiddenError unless the user may dismiss all groups */
  const requireDismissible = (ctx: Context, keys: readonly GroupKey[]): void => {
    const ability = getAbility(ctx);
    if (!keys.every((key) => mayDismiss({ strapi }, ability, key))) {
      throw createHttpError(commonErrors.NOT_ALLOWED);
    }
  };

  return {
    async find(ctx: Context): Promise<void> {
      const ability = getAbility(ctx);
      const { mine, editor, ...rest } = parseFilter(ctx.query);
      const user = getUser(ctx);
      const filter = { ...rest, editor: editor ?? (mine === 'true' ? user.id : null) };
      const site = await readSiteOverview({ strapi }, ability);
      const scanState = await scanStateOf({ strapi }).get({});
      const { isUnedited, hasSample } = await findUneditedSample({ strapi });
      const maySeeFiles = ability.can(READ_FILES);
      const maySee = maySeeFiles || mayForAnyType(ability, 'read');
      const toDoList: ToDoList = {
        maySee,
        groups: await groupFindings({ strapi }, { ability, maySeeFiles, filter }),
        missingPages: findMissingPages(site).filter((page) =>
          isWanted(page, { filter, isUnedited }),
        ).length,
        hasSample,
        lines: site.lines,
        editors: maySee ? await listPanelUsers({ strapi }, user) : [],
        languages: site.languages,
        unlinkedPaymentProducts: isRestricted(filter)
          ? 0
          : (await loadPermittedProducts(ability, 0)).total,
        scannedAt: scanState?.everythingAt ?? null,
        isScanning: await isScanning({ strapi }),
      };
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: toDoList };
    },

    /** Hides groups of findings from the to-do list until a day, with a reason. */
    async dismiss(ctx: Context): Promise<void> {
      const { groups: dismissed, ...dismissal } = parseDismissal(getRequestBody(ctx));
      requireDismissible(ctx, dismissed);
      await dismissGroups({ strapi }, dismissed, {
        ...dismissal,
        by: formatPanelUserName(getUser(ctx)),
      });
      ctx.status = 204;
    },

    /** Lists dismissed groups again. */
    async restore(ctx: Context): Promise<void> {
      const { groups: restored } = parseRestoration(getRequestBody(ctx));
      requireDismissible(ctx, restored);
      await restoreGroups({ strapi }, restored);
      ctx.status = 204;
    },

    /** Answers the unpublished entries that pages refer to. */
    async waiting(ctx: Context): Promise<void> {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: await findMissingEntries({ strapi }, getAbility(ctx)) };
    },

    /**
     * Starts a full scan. Only users who see the to-do list in the menu may do so, because it reads the
     * whole catalogue.
     */
    async look(ctx: Context): Promise<void> {
      if (!mayForAnyType(getAbility(ctx), 'update'))
        throw createHttpError(commonErrors.NOT_ALLOWED);
      await queueFullScan({ strapi });
      ctx.status = 202;
      ctx.body = { data: { isScanning: true } };
    },

    async files(ctx: Context): Promise<void> {
      const permission = { ability: getAbility(ctx), action: READ_FILES } as const;
      const permitted = await listPermittedFileIds({ strapi }, permission);
      const fileQuery = { ...parseFiles(ctx.query), permitted };
      ctx.body = { data: await findFilesWithFinding({ strapi }, fileQuery) };
    },

    async paymentProducts(ctx: Context): Promise<void> {
      const pageQuery = parsePage(ctx.query);
      ctx.body = {
        data: await loadPermittedProducts(getAbility(ctx), (pageQuery.page - 1) * PAGE),
      };
    },
  };
};

const adminRoutes = defineAdminRoutes(
  // Users see only entries that they may read.
  defineAdminRoute('GET', '/to-do', 'content-quality.find', signedIn),
  defineAdminRoute('PUT', '/dismissals', 'content-quality.dismiss', signedIn),
  defineAdminRoute('PUT', '/dismissals/restore', 'content-quality.restore', signedIn),
  defineAdminRoute('GET', '/waiting', 'content-quality.waiting', signedIn),
  defineAdminRoute('POST', '/look', 'content-quality.look', signedIn),
  defineAdminRoute('GET', '/payment-products', 'content-quality.paymentProducts', signedIn),
  defineAdminRoute(
    'GET',
    '/files',
    'content-quality.files',
    requirePermissions('plugin::upload.read'),
  ),
);

export default {
  controllers: { 'content-quality': createContentQualityController },
  routes: { admin: adminRoutes },
};
