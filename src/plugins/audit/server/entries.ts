import type { Core } from '@strapi/types';
import { z } from '@strapi/utils';
import { sql } from '../../../strapi/queries';
import { type AuditAction, isAuditAction } from '../actions';
import type { AuditEntry } from '../entry';
import { ENTRIES } from './tables';

type WithStrapi = { strapi: Core.Strapi };

const words = z.string().trim().max(200);
/** In UTC: PostgreSQL knows fewer offsets than the format does. */
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** What a list of entries can be narrowed by. */
export const filterSchema = z.object({
  /** In the name or address of whoever acted, or wanted to sign in. */
  person: words.optional(),
  action: z
    .custom<AuditAction>((value) => typeof value === 'string' && isAuditAction(value))
    .optional(),
  /** In the name of what it was about, or its id. */
  target: words.optional(),
  from: moment.optional(),
  to: moment.optional(),
});

export type Filter = z.output<typeof filterSchema>;

/** What stands for anything in `LIKE` stands for itself. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The conditions of a filter, with their values. */
const conditionsOf = ({ person, action, target, from, to }: Filter) => {
  const found: [string, Record<string, string>][] = [];
  if (person) {
    found.push([
      `(actor_name ILIKE :person OR target_type = 'admin::user' AND target_name ILIKE :person)`,
      { person: containing(person) },
    ]);
  }
  if (action !== undefined) found.push(['action = :action', { action }]);
  if (target) {
    found.push([
      '(target_name ILIKE :about OR target_id = :exactly OR target_type = :exactly)',
      { about: containing(target), exactly: target },
    ]);
  }
  if (from !== undefined) found.push(['at >= CAST(:from AS timestamptz)', { from }]);
  if (to !== undefined) found.push(['at < CAST(:to AS timestamptz)', { to }]);
  return found;
};

const COLUMNS = `id::text,
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) AS actor, action,
  json_build_object('type', target_type, 'id', target_id, 'name', target_name) AS target,
  ip, request_id AS "requestId", details::json`;

/** The latest entries that match, before one of them where that is given. */
export const latestEntries = async (
  { strapi }: WithStrapi,
  filter: Filter,
  { before, limit }: { before: string | null; limit: number },
): Promise<readonly AuditEntry[]> => {
  const found = conditionsOf(filter);
  if (before !== null) found.push(['id < CAST(:before AS bigint)', { before }]);
  const where = found.map(([condition]) => condition).join(' AND ') || 'true';
  const { rows } = await sql(
    { strapi },
    `SELECT ${COLUMNS} FROM ${ENTRIES} WHERE ${where} ORDER BY entries.id DESC LIMIT :limit`,
    Object.assign({ limit }, ...found.map(([, values]) => values)) as Record<string, unknown>,
  );
  return rows as AuditEntry[];
};
