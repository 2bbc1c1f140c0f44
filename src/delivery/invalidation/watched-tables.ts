import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listComponentUids, findModel } from '#platform/strapi/models';
import { createModelLookup, type ModelAttribute, type ModelLookup } from '../plan/model';
import { createTableLookup, type TableLookup } from '#platform/strapi/tables';

/** A table whose rows are part of a document, or lead to rows that are. */
export type WatchedTable = {
  name: string;
  /** Model that the rows belong to. */
  uid: string;
} & (
  | { kind: 'documents'; hasDrafts: boolean }
  /** Rows that belong to the row that `column` refers to. */
  | { kind: 'links'; column: string }
  /** Rows of a component, which belong to its owner. */
  | { kind: 'components' }
);

/** A possible use of a component: the owning model, and the join table with its columns. */
export type Holder = {
  component: string;
  uid: string;
  table: string;
  from: string;
  to: string;
};

export type WatchedTables = { watched: readonly WatchedTable[]; holders: readonly Holder[] };

/** Relations that Strapi uses internally and that no response shows. */
const internal = new Set(['createdBy', 'updatedBy', 'localizations']);

export const isShown = (uid: string): boolean => uid.startsWith('api::');

/** Returns the content types that responses show, and all components. */
export const listShownModels = ({ strapi }: WithStrapi): readonly string[] => [
  ...Object.keys(strapi.contentTypes).filter(isShown),
  ...listComponentUids({ strapi }),
];

type NamedAttribute = { name: string; attribute: ModelAttribute };

/** Returns the attributes that lead to other rows, without the inverse sides of relations. */
export const listShownLinks = (
  { strapi }: WithStrapi,
  models: ModelLookup,
  uid: string,
): readonly NamedAttribute[] =>
  Object.keys(findModel({ strapi }, uid)?.attributes ?? {}).flatMap((name) => {
    const attribute = models(uid).attributes[name];
    if (internal.has(name) || attribute === undefined) return [];
    const { kind, mappedBy } = attribute;
    return kind === 'value' || mappedBy !== undefined ? [] : [{ name, attribute }];
  });

/**
 * Returns the attributes of a model that are stored in its own link tables. Links belong to the
 * owning side of a relation. A response that shows them from the inverse side shows rows of the
 * owner's type, and depends on those.
 */
export const listLinkAttributes = (
  ...shown: Parameters<typeof listShownLinks>
): readonly NamedAttribute[] =>
  listShownLinks(...shown).filter(({ attribute }) => attribute.kind !== 'media');

/** Returns every table that responses are made from, with the model that its rows belong to. */
export const collectWatchedTables = ({ strapi }: WithStrapi): WatchedTables => {
  const models = createModelLookup({ strapi });
  const tables: TableLookup = createTableLookup({ strapi });

  const watched = new Map<string, WatchedTable>();
  const holders: Holder[] = [];

  for (const uid of listShownModels({ strapi })) {
    const { name: tableName } = tables(uid);
    watched.set(
      tableName,
      isShown(uid)
        ? { kind: 'documents', name: tableName, uid, hasDrafts: models(uid).hasDrafts }
        : { kind: 'components', name: tableName, uid },
    );
    for (const { name, attribute } of listLinkAttributes({ strapi }, models, uid)) {
      const { kind, target, zone } = attribute;
      const { table: linkTable, from, to } = tables(uid).link(name);
      watched.set(linkTable, { kind: 'links', name: linkTable, uid, column: from });
      for (const component of kind === 'zone' ? zone : kind === 'component' ? [target ?? ''] : []) {
        holders.push({ component, uid, table: linkTable, from, to });
      }
    }
  }
  const distinct = new Map(
    holders.map((holder) => [`${holder.component} ${holder.table}`, holder] as const),
  );
  return { watched: [...watched.values()], holders: [...distinct.values()] };
};
