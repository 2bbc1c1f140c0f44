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

/** What Strapi's database layer knows of the attributes of models; undefined for names that are no model's. */
export const storedColumns =
  ({ strapi }: WithStrapi) =>
  (uid: string): Columns | undefined => {
    const { metadata } = strapi.db;
    return metadata.has(uid) ? metadata.get(uid).attributes : undefined;
  };

/** Those of its events that come before a statement with conditions. */
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
 * Hears every query that goes through Strapi's query engine, the Document Service's included, before it becomes a
 * statement; what the listener throws refuses it.
 *
 * @returns ends it
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
