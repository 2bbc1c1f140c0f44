import type { Core } from '@strapi/types';
import { findModel } from '../../strapi/models';
import type { RowCounts } from './row-counts';

/** What is asked for behind the rows of a type: all of the first level, and by attribute what is asked for further behind. */
export type Populated = { all: boolean; named: ReadonlyMap<string, Populated> };

export const NOTHING: Populated = { all: false, named: new Map() };

const ALL = '*';

const kinds = new Set(['relation', 'component', 'dynamiczone', 'media']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** Rows that are only counted are not read. */
const isCount = (asked: unknown): boolean =>
  isObject(asked) && (asked.count === true || asked.count === 'true') && !('populate' in asked);

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
      if (inner === false || inner === 'false' || isCount(inner)) return NOTHING;
      const behind = isObject(inner)
        ? both(populatedIn(inner.populate), inParts(inner.on))
        : NOTHING;
      return { all: false, named: new Map([[name, behind]]) };
    })
    .reduce(both, NOTHING);
};

/**
 * Says how many rows would be read besides those of a type, about, for what is populated in them.
 */
export const createPopulatedCounter = (
  { strapi }: { strapi: Core.Strapi },
  { fanOut }: RowCounts,
) => {
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
