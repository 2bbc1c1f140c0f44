import type { WithStrapi } from '../with-strapi';

type Column = { type: string; target?: string };

type Columns = Readonly<Record<string, Column | undefined>>;

type Query = {
  select?: unknown;
  where?: unknown;
  orderBy?: unknown;
  populate?: unknown;
  _q?: unknown;
};

/**
 * Returns a lookup of the attributes that Strapi's database layer knows of a model; undefined for
 * unknown models.
 */
export const storedColumns =
  ({ strapi }: WithStrapi) =>
  (uid: string): Columns | undefined => {
    const { metadata } = strapi.db;
    return metadata.has(uid) ? metadata.get(uid).attributes : undefined;
  };

/** Lifecycle events before a statement with conditions. */
const asking = [
  'beforeFindOne',
  'beforeFindMany',
  'beforeCount',
  'beforeUpdate',
  'beforeUpdateMany',
  'beforeDelete',
  'beforeDeleteMany',
] as const;

/**
 * Calls a listener for every query of Strapi's query engine, including those of the Document
 * Service, before it becomes a statement. An error of the listener rejects the query.
 *
 * @returns a function that ends it
 */
export const watchQueries = (
  { strapi }: WithStrapi,
  listen: (uid: string, query: Query) => void,
): (() => void) => {
  const hear = ({ model, params }: { model: { uid: string }; params?: Query }): void => {
    if (params !== undefined) listen(model.uid, params);
  };
  const end = strapi.db.lifecycles.subscribe(
    Object.fromEntries(asking.map((action) => [action, hear])),
  );
  return () => {
    end();
  };
};
