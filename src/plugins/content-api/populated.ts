import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isPosition } from '#platform/http/queries/sort-paths';
import { findModel } from '#platform/strapi/models';
import type { RowCounts } from './joined-rows';

/** Attributes that a query populates, each with its nested population; `all` stands for `*`. */
export type PopulatedFields = { all: boolean; attributes: Map<string, PopulatedFields> };

export const createPopulated = (): PopulatedFields => ({ all: false, attributes: new Map() });

export const isPopulated = ({ all, attributes }: PopulatedFields): boolean =>
  all || attributes.size > 0;

const ALL = '*';

const kinds = new Set(['relation', 'component', 'dynamiczone', 'media']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true if rows are only counted, so that none is read. */
const isCount = (value: unknown): boolean =>
  isObject(value) && (value.count === true || value.count === 'true') && !('populate' in value);

/** Returns the nested population of an attribute, and adds it if it is missing. */
const ensureNested = ({ attributes }: PopulatedFields, name: string): PopulatedFields => {
  const inner = attributes.get(name) ?? createPopulated();
  attributes.set(name, inner);
  return inner;
};

/** Parses `a,b.c`, where `c` is nested in `b`. */
const addText = (populated: PopulatedFields, text: string): void => {
  for (const path of text === '' ? [] : text.split(',')) {
    let nested = populated;
    for (const name of path.trim().split('.')) {
      if (name === ALL) {
        nested.all = true;
        break;
      }
      nested = ensureNested(nested, name);
    }
  }
};

const addTo = (populated: PopulatedFields, populate: unknown): void => {
  if (populate === true || populate === 'true') populated.all = true;
  else if (typeof populate === 'string') addText(populated, populate);
  else if (Array.isArray(populate)) populate.forEach((inner) => addTo(populated, inner));
  else if (isObject(populate)) addNamed(populated, populate);
};

const addNamed = (populated: PopulatedFields, populate: Record<string, unknown>): void => {
  for (const [name, inner] of Object.entries(populate)) {
    if (isPosition(name)) {
      addTo(populated, inner);
      continue;
    }
    if (inner === false || inner === 'false' || isCount(inner)) continue;
    const nested = ensureNested(populated, name);
    if (!isObject(inner)) continue;
    addTo(nested, inner.populate);
    for (const [part, componentQuery] of Object.entries(isObject(inner.on) ? inner.on : {})) {
      addTo(
        ensureNested(nested, part),
        isObject(componentQuery) ? componentQuery.populate : undefined,
      );
    }
  }
};

/**
 * Returns the relations that a query populates, in any notation: `*`, `a,b.c`, `[0]=a`,
 * `[a]=true`, `[a][populate]=…`, and `[a][on][part][populate]=…` for dynamic zones. Several
 * notations add up.
 */
export const parsePopulate = (populate: unknown): PopulatedFields => {
  const populated = createPopulated();
  addTo(populated, populate);
  return populated;
};

/** Creates a function that estimates how many additional rows a population reads. */
export const createPopulatedCounter = ({ strapi }: WithStrapi, { fanOut }: RowCounts) => {
  /** @param rows number of rows of the type that are populated */
  const countPopulatedRows = async (
    uid: string,
    populated: PopulatedFields,
    rows: number,
  ): Promise<number> => {
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    const namedPaths = new Map(populated.attributes);
    for (const [name, attribute] of populated.all ? Object.entries(attributes) : []) {
      if (kinds.has(attribute?.type ?? '') && !namedPaths.has(name))
        namedPaths.set(name, createPopulated());
    }
    let all = 0;
    for (const [name, behind] of namedPaths) {
      const { type = '', target, component, components } = attributes[name] ?? {};
      // Strapi rejects attributes that lead nowhere.
      if (!kinds.has(type)) continue;
      const rowCount = rows * (await fanOut(uid, name));
      all += Math.max(1, rowCount);
      const next = type === 'media' ? undefined : (target ?? component);
      if (next !== undefined) all += await countPopulatedRows(next, behind, rowCount);
      for (const part of components ?? []) {
        const everyPart = behind.all ? { ...createPopulated(), all: true } : undefined;
        const innerPart = behind.attributes.get(part) ?? everyPart;
        if (innerPart !== undefined) all += await countPopulatedRows(part, innerPart, rowCount);
      }
    }
    return all;
  };

  return countPopulatedRows;
};
