import type { WithStrapi } from '../../../../platform/with-strapi';
import { type Cell, csvByPages } from '../../../../platform/http/csv';
import type { MessageLanguage } from '../../../../platform/http/errors';
import { actions, isAuditAction } from '../actions';
import type { AuditEntry } from '../entry';
import { type Filter, latestEntries, type Page } from './entries';

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

const cellsOf = (
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
export const auditCsv = (
  { strapi }: WithStrapi,
  filter: Filter,
  { language, showsAddresses }: { language: MessageLanguage } & Pick<Page, 'showsAddresses'>,
): AsyncGenerator<string> =>
  csvByPages<string>(TITLES[language], async (before) => {
    const entries = await latestEntries({ strapi }, filter, {
      before,
      limit: BATCH,
      showsAddresses,
    });
    return {
      lines: entries.map((entry) => cellsOf(entry, language)),
      last: entries.length < BATCH ? null : (entries.at(-1)?.id ?? null),
    };
  });
