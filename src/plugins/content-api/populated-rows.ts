import type { WithStrapi } from '../../platform/with-strapi';
import { findModel } from '../../platform/strapi/models';
import type { RowCounts } from './row-counts';

/** The attributes that a query populates, by name with what it populates behind them; `all` stands for `*`. */
export type Populated = { all: boolean; named: Map<string, Populated> };

export const createPopulated = (): Populated => ({ all: false, named: new Map() });

/** Whether anything is populated. */
export const isPopulated = ({ all, named }: Populated): boolean => all || named.size > 0;

const ALL = '*';

const kinds = new Set(['relation', 'component', 'dynamiczone', 'media']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** Rows that are only counted are not read. */
const isCount = (asked: unknown): boolean =>
  isObject(asked) && (asked.count === true || asked.count === 'true') && !('populate' in asked);

/** What is populated behind an attribute, which is populated from now on. */
const behind = ({ named }: Populated, name: string): Populated => {
  const known = named.get(name) ?? createPopulated();
  named.set(name, known);
  return known;
};

/** `a,b.c`: `c` is behind `b`. */
const addText = (populated: Populated, text: string): void => {
  for (const path of text === '' ? [] : text.split(',')) {
    let at = populated;
    for (const name of path.trim().split('.')) {
      if (name === ALL) {
        at.all = true;
        break;
      }
      at = behind(at, name);
    }
  }
};

const addTo = (populated: Populated, populate: unknown): void => {
  if (populate === true || populate === 'true') populated.all = true;
  else if (typeof populate === 'string') addText(populated, populate);
  else if (Array.isArray(populate)) populate.forEach((inner) => addTo(populated, inner));
  else if (isObject(populate)) addNamed(populated, populate);
};

const addNamed = (populated: Populated, populate: Record<string, unknown>): void => {
  for (const [name, inner] of Object.entries(populate)) {
    if (isPosition(name)) {
      addTo(populated, inner);
      continue;
    }
    if (inner === false || inner === 'false' || isCount(inner)) continue;
    const at = behind(populated, name);
    if (!isObject(inner)) continue;
    addTo(at, inner.populate);
    for (const [part, asked] of Object.entries(isObject(inner.on) ? inner.on : {})) {
      addTo(behind(at, part), isObject(asked) ? asked.populate : undefined);
    }
  }
};

/**
 * Returns what a query's `populate` asks for, in each of the ways in which it can be written: `*`, `a,b.c`, `[0]=a`,
 * `[a]=true` and `[a][populate]=…`, and for zones `[a][on][part][populate]=…`. Where several are, all count.
 */
export const populatedIn = (populate: unknown): Populated => {
  const populated = createPopulated();
  addTo(populated, populate);
  return populated;
};

/**
 * Says how many rows would be read besides those of a type, about, for what is populated in them.
 */
export const createPopulatedCounter = ({ strapi }: WithStrapi, { fanOut }: RowCounts) => {
  /** @param rows of the type, in each of which that is populated */
  const rowsBehind = async (uid: string, populated: Populated, rows: number): Promise<number> => {
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    const asked = new Map(populated.named);
    for (const [name, attribute] of populated.all ? Object.entries(attributes) : []) {
      if (kinds.has(attribute?.type ?? '') && !asked.has(name)) asked.set(name, createPopulated());
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
        const everyPart = behind.all ? { ...createPopulated(), all: true } : undefined;
        const within = behind.named.get(part) ?? everyPart;
        if (within !== undefined) all += await rowsBehind(part, within, shown);
      }
    }
    return all;
  };

  return rowsBehind;
};
