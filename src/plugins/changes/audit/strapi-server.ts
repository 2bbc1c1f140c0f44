import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { registerAdminActions } from '#platform/strapi/admin-roles';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { getUserAbility } from '#platform/http/request-person';
import { messageLanguages, type MessageLanguage } from '#platform/http/errors';
import { getMessageLanguage } from '#platform/http/message-language';
import { startStream } from '#platform/http/started-stream';
import { mayReadUsers } from '#platform/strapi/current-ability';
import { filterSchema, listLatestEntries, type Filter, type Page } from './server/entries';
import { type Cell, streamCsv } from '#platform/http/csv';
import { actions, isAuditAction } from './actions';
import { READ_AUDIT, type AuditEntry } from './entry';

const BATCH = 500;

const TITLES: Readonly<Record<MessageLanguage, readonly string[]>> = {
  en: [
    ...['time', 'who', 'kind of who', 'id of who', 'what', 'code', 'about', 'kind', 'id'],
    ...['address', 'request', 'details'],
  ],
  es: [
    ...['momento', 'quién', 'clase de quién', 'id de quién', 'qué', 'código', 'sobre', 'clase'],
    ...['id', 'dirección', 'petición', 'detalles'],
  ],
};

const buildCells = (
  { at, actor, action, target, ip, requestId, details }: AuditEntry,
  language: MessageLanguage,
): readonly Cell[] => [
  at,
  ...[actor.name, actor.kind, actor.id],
  isAuditAction(action) ? actions[action][language] : action,
  action,
  ...[target.name, target.type, target.id],
  ...[ip, requestId],
  Object.keys(details).length === 0 ? null : JSON.stringify(details),
];

/** Yields all matching entries, the latest first, as lines of a CSV file. */
const streamAuditCsv = (
  { strapi }: WithStrapi,
  filter: Filter,
  { language, showsAddresses }: { language: MessageLanguage } & Pick<Page, 'showsAddresses'>,
): AsyncGenerator<string> =>
  streamCsv<string>(TITLES[language], async (before) => {
    const entries = await listLatestEntries({ strapi }, filter, {
      before,
      limit: BATCH,
      showsAddresses,
    });
    return {
      lines: entries.map((entry) => buildCells(entry, language)),
      last: entries.length < BATCH ? null : (entries.at(-1)?.id ?? null),
    };
  });

const parseExport = validateZodSchema(
  // The panel's language may differ from the one in the profile.
  filterSchema.extend({ language: z.enum(messageLanguages).optional() }),
);
const parseList = validateZodSchema(
  filterSchema.extend({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable()
      .default(null),
  }),
);

const PAGE_SIZE = 50;

const canReadAddresses = (ctx: Context): boolean => mayReadUsers(getUserAbility(ctx));

const createEntriesController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { before, ...filter } = parseList(ctx.query);
    const foundEntries = await listLatestEntries({ strapi }, filter, {
      ...{ before, limit: PAGE_SIZE + 1, showsAddresses: canReadAddresses(ctx) },
    });
    const entries = foundEntries.slice(0, PAGE_SIZE);
    const next = foundEntries.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: { entries, next } };
  },

  /** Answers all filtered entries as a CSV file. */
  async exportCsv(ctx: Context): Promise<void> {
    const { language = getMessageLanguage(ctx), ...filter } = parseExport(ctx.query);
    const body = await startStream(
      streamAuditCsv({ strapi }, filter, { language, showsAddresses: canReadAddresses(ctx) }),
    );
    ctx.attachment('audit-log.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  },
});

/** Registers the permission to read the audit log. Super admins have it from the start. */
const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    { displayName: 'See the audit log, and export it', pluginName: 'audit', uid: 'entries.read' },
  ]);

const mayRead = requirePermissions(READ_AUDIT);

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/entries', 'entries.find', mayRead),
  defineAdminRoute('GET', '/entries.csv', 'entries.exportCsv', mayRead),
);

export default {
  bootstrap: registerPermissions,
  controllers: { entries: createEntriesController },
  routes: { admin: adminRoutes },
};
