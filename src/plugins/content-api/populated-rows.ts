import type { Core } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { findModel } from '../../strapi/models';
import { sqlOn } from '../../strapi/pooled-sql';
import { tablesOf, type Link } from '../../strapi/tables';

/** What is asked for of the rows of a type: by attribute, what is asked for behind each; null: all of the first level. */
type Populated = ReadonlyMap<string, Populated> | null;

const NOTHING: Populated = new Map();

const ALL = '*';

const kinds = new Set(['relation', 'component', 'dynamiczone', 'media']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** Adds `channels.logo` as what is behind `channels`. */
const addPath = (to: Map<string, Populated>, [name = '', ...rest]: readonly string[]): void => {
  const behind = new Map(to.get(name) ?? []);
  if (rest.length > 0) addPath(behind, rest);
  to.set(name, behind);
};

/**
 * What a query's `populate` asks for, in each of the ways in which it can be written: `*`, `a,b.c`, `[0]=a`, `[a]=true` and
 * `[a][populate]=…`, and for zones `[a][on][part][populate]=…`.
 */
export const populatedIn = (populate: unknown): Populated => {
  if (populate === ALL || populate === true || populate === 'true') return null;
  const texts =
    typeof populate === 'string'
      ? [populate]
      : isObject(populate) && !Object.keys(populate).every(isPosition)
        ? null
        : Object.values(populate ?? {}).map(String);
  const found = new Map<string, Populated>();
  if (texts !== null) {
    for (const path of texts.flatMap((text) => text.split(','))) {
      if (path.trim() === ALL) return null;
      addPath(found, path.trim().split('.'));
    }
    return found;
  }
  for (const [name, inner] of Object.entries(isObject(populate) ? populate : {})) {
    if (inner === false || inner === 'false') continue;
    if (!isObject(inner)) found.set(name, NOTHING);
    else if (isObject(inner.on)) {
      const parts = Object.entries(inner.on).map(([part, asked]): [string, Populated] => [
        part,
        isObject(asked) ? populatedIn(asked.populate) : NOTHING,
      ]);
      found.set(name, new Map(parts));
    } else found.set(name, populatedIn(inner.populate));
  }
  return found;
};

const KEPT_MS = 60_000;

/**
 * Says how many rows would be read besides those of a type, about, for what is populated in them.
 */
export const createRowCounter = ({ strapi }: { strapi: Core.Strapi }) => {
  const tables = tablesOf({ strapi });
  const counts = new Map<string, { until: number; count: Promise<number> }>();

  const countOf = (from: string): Promise<number> => {
    const known = counts.get(from);
    if (known !== undefined && Date.now() < known.until) return known.count;
    const count = sqlOn(strapi.db.connection)<{ count: string }>(
      `SELECT count(*)::text AS count FROM ${from}`,
    ).then(([row]) => Number(row?.count ?? 0));
    counts.set(from, { until: Date.now() + KEPT_MS, count });
    count.catch(() => counts.delete(from));
    return count;
  };

  /** Null for what has no table between: the other languages of an entry. */
  const linkOf = (uid: string, name: string): Link | null => {
    try {
      return tables(uid).link(name);
    } catch {
      return null;
    }
  };

  /** To how many rows one leads on average. */
  const fanOut = async (uid: string, name: string): Promise<number> => {
    const link = linkOf(uid, name);
    if (link === null) return 1;
    const on = Object.entries(link.on).map(
      ([column, value]) => `${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
    );
    const where = on.length === 0 ? '' : ` WHERE ${on.join(' AND ')}`;
    const [links, rows] = await Promise.all([
      countOf(`${escapeIdentifier(link.table)}${where}`),
      countOf(escapeIdentifier(tables(uid).name)),
    ]);
    return rows === 0 ? 0 : links / rows;
  };

  /** @param rows of the type, in each of which that is populated */
  const rowsBehind = async (uid: string, populated: Populated, rows: number): Promise<number> => {
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    const asked =
      populated ??
      new Map(
        Object.entries(attributes).flatMap(([name, { type } = { type: '' }]) =>
          kinds.has(type) ? [[name, NOTHING] as const] : [],
        ),
      );
    let all = 0;
    for (const [name, behind] of asked) {
      const { type = '', target, component, components } = attributes[name] ?? {};
      // What leads nowhere is refused by Strapi.
      if (!kinds.has(type)) continue;
      const shown = rows * (await fanOut(uid, name));
      all += Math.max(1, shown);
      const next = type === 'media' ? undefined : (target ?? component);
      if (next !== undefined) all += await rowsBehind(next, behind, shown);
      for (const part of components ?? []) {
        const within = behind === null ? null : behind.get(part);
        if (within !== undefined) all += await rowsBehind(part, within, shown);
      }
    }
    return all;
  };

  return rowsBehind;
};

export type RowCounter = ReturnType<typeof createRowCounter>;
