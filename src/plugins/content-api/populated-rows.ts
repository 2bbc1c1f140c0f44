import type { Core } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { findModel } from '../../strapi/models';
import { sqlOn } from '../../strapi/pooled-sql';
import { tablesOf, type Link } from '../../strapi/tables';

/** What is asked for behind the rows of a type: all of the first level, and by attribute what is asked for further behind. */
type Populated = { all: boolean; named: ReadonlyMap<string, Populated> };

const NOTHING: Populated = { all: false, named: new Map() };

const ALL = '*';

const kinds = new Set(['relation', 'component', 'dynamiczone', 'media']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** Both of what is asked for twice in one query. */
const both = (one: Populated, other: Populated): Populated => {
  const named = new Map(one.named);
  for (const [name, behind] of other.named) {
    const known = named.get(name);
    named.set(name, known === undefined ? behind : both(known, behind));
  }
  return { all: one.all || other.all, named };
};

/** `channels.logo` is what is behind `channels`. */
const inPath = ([name = '', ...rest]: readonly string[]): Populated => {
  if (name === ALL) return { all: true, named: new Map() };
  return { all: false, named: new Map([[name, rest.length === 0 ? NOTHING : inPath(rest)]]) };
};

const inTexts = (texts: readonly string[]): Populated =>
  texts
    .flatMap((text) => text.split(','))
    .map((path) => inPath(path.trim().split('.')))
    .reduce(both, NOTHING);

const inParts = (on: unknown): Populated => {
  const parts = Object.entries(isObject(on) ? on : {}).map(([part, asked]): [string, Populated] => [
    part,
    isObject(asked) ? populatedIn(asked.populate) : NOTHING,
  ]);
  return { all: false, named: new Map(parts) };
};

/**
 * What a query's `populate` asks for, in each of the ways in which it can be written: `*`, `a,b.c`, `[0]=a`, `[a]=true` and
 * `[a][populate]=…`, and for zones `[a][on][part][populate]=…`. All of it counts where several are, whatever becomes of it.
 */
export const populatedIn = (populate: unknown): Populated => {
  if (populate === true || populate === 'true') return { all: true, named: new Map() };
  if (typeof populate === 'string') return inTexts(populate === '' ? [] : [populate]);
  if (Array.isArray(populate)) return populate.map(populatedIn).reduce(both, NOTHING);
  return Object.entries(isObject(populate) ? populate : {})
    .map(([name, inner]): Populated => {
      if (isPosition(name)) return populatedIn(inner);
      if (inner === false || inner === 'false') return NOTHING;
      const behind = isObject(inner)
        ? both(populatedIn(inner.populate), inParts(inner.on))
        : NOTHING;
      return { all: false, named: new Map([[name, behind]]) };
    })
    .reduce(both, NOTHING);
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
    const asked = new Map(populated.named);
    for (const [name, attribute] of populated.all ? Object.entries(attributes) : []) {
      if (kinds.has(attribute?.type ?? '') && !asked.has(name)) asked.set(name, NOTHING);
    }
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
        const everyPart = behind.all ? { all: true, named: new Map<string, never>() } : undefined;
        const within = behind.named.get(part) ?? everyPart;
        if (within !== undefined) all += await rowsBehind(part, within, shown);
      }
    }
    return all;
  };

  return rowsBehind;
};
