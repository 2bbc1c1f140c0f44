import { z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { momentParam } from '#platform/http/primitives';
import { sql } from '#platform/strapi/queries';
import { type AuditAction, isAuditAction } from '../actions';
import type { AuditEntry } from '../entry';
import { ENTRIES } from './tables';

const words = z.string().trim().max(200);
/** Instant converted to UTC, because PostgreSQL accepts fewer offsets than the format. */
const moment = momentParam.transform((text) => new Date(text).toISOString());

/** Filters of the audit log. */
export const filterSchema = z.object({
  /** Text in the name or address of the actor, or of the user who tried to sign in. */
  person: words.optional(),
  action: z
    .custom<AuditAction>((value) => typeof value === 'string' && isAuditAction(value))
    .optional(),
  /** Text in the name of the target, or its id. */
  target: words.optional(),
  from: moment.optional(),
  to: moment.optional(),
});

export type Filter = z.output<typeof filterSchema>;

/** Escapes the wildcards of `LIKE`. */
const buildContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns the SQL of names. Without permission, the e-mail address of panel users is removed. */
const buildNameColumns = (showsAddresses: boolean) => {
  const buildNameSql = (column: string, isUser: string): string =>
    showsAddresses
      ? column
      : `CASE WHEN ${isUser} THEN nullif(regexp_replace(${column}, '\\s*<{0,1}[^<>\\s]+@[^<>\\s]*>{0,1}$', ''), '') ELSE ${column} END`;
  return {
    actorName: buildNameSql('actor_name', `actor_kind = 'user'`),
    targetName: buildNameSql('target_name', `target_type = 'admin::user'`),
  };
};

type Columns = ReturnType<typeof buildNameColumns>;

/** Returns the SQL conditions of a filter with their values. */
const buildConditions = (
  { person, action, target, from, to }: Filter,
  { actorName, targetName }: Columns,
) => {
  const conditions: [string, Record<string, string>][] = [];
  if (person) {
    conditions.push([
      `(${actorName} ILIKE :person OR target_type = 'admin::user' AND ${targetName} ILIKE :person)`,
      { person: buildContainsPattern(person) },
    ]);
  }
  if (action !== undefined) conditions.push(['action = :action', { action }]);
  if (target) {
    conditions.push([
      `(${targetName} ILIKE :about OR target_id = :exactly OR target_type = :exactly)`,
      { about: buildContainsPattern(target), exactly: target },
    ]);
  }
  if (from !== undefined) conditions.push(['at >= CAST(:from AS timestamptz)', { from }]);
  if (to !== undefined) conditions.push(['at < CAST(:to AS timestamptz)', { to }]);
  return conditions;
};

const buildColumnsSql = ({ actorName, targetName }: Columns): string => `id::text,
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  json_build_object('kind', actor_kind, 'id', actor_id, 'name', ${actorName}) AS actor, action,
  json_build_object('type', target_type, 'id', target_id, 'name', ${targetName}) AS target,
  ip, request_id AS "requestId", details::json`;

/** Page of entries, and whether the reader may see the e-mail addresses of panel users. */
export type Page = { before: string | null; limit: number; showsAddresses: boolean };

/**
 * Returns the latest matching entries, optionally before a given one. Readers without the addresses
 * cannot search by them either.
 */
export const listLatestEntries = async (
  { strapi }: WithStrapi,
  filter: Filter,
  { before, limit, showsAddresses }: Page,
): Promise<readonly AuditEntry[]> => {
  const columns = buildNameColumns(showsAddresses);
  const conditions = buildConditions(filter, columns);
  if (before !== null) conditions.push(['id < CAST(:before AS bigint)', { before }]);
  const where = conditions.map(([condition]) => condition).join(' AND ') || 'true';
  const { rows } = await sql(
    { strapi },
    `SELECT ${buildColumnsSql(columns)} FROM ${ENTRIES} WHERE ${where} ORDER BY entries.id DESC LIMIT :limit`,
    Object.assign({ limit }, ...conditions.map(([, values]) => values)) as Record<string, unknown>,
  );
  return rows as AuditEntry[];
};
