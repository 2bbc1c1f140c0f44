import type { Core } from '@strapi/types';
import { findModel } from '../../strapi/models';
import { modelsOf } from '../plan/model';
import { tablesOf, type TableLookup } from '../readers/sql/tables';

/** A table whose rows, or rows behind which, are part of a document. */
export type Source = {
  table: string;
  /** The model that the rows belong to. */
  uid: string;
} & (
  | { kind: 'documents'; hasDrafts: boolean }
  /** Rows that belong to the row named in `column`. */
  | { kind: 'links'; column: string }
  /** Rows of a component, which belong to what holds it. */
  | { kind: 'components' }
);

/** Where a component is held: the model, and the table and columns between. */
export type Holder = {
  component: string;
  uid: string;
  table: string;
  from: string;
  to: string;
};

export type Sources = { sources: readonly Source[]; holders: readonly Holder[] };

/** Relations that Strapi keeps for itself and no answer shows. */
const internal = new Set(['createdBy', 'updatedBy', 'localizations']);

const isShown = (uid: string): boolean => uid.startsWith('api::');

/** Every table that the answers of this project are made from, with what its rows belong to. */
export const sourcesOf = ({ strapi }: { strapi: Core.Strapi }): Sources => {
  const models = modelsOf({ strapi });
  const tables: TableLookup = tablesOf({ strapi });
  const types = Object.keys(strapi.contentTypes).filter(isShown);
  const components = Object.keys(strapi.components);

  const sources = new Map<string, Source>();
  const holders: Holder[] = [];

  for (const uid of [...types, ...components]) {
    const { name: table } = tables(uid);
    sources.set(
      table,
      types.includes(uid)
        ? { kind: 'documents', table, uid, hasDrafts: models(uid).hasDrafts }
        : { kind: 'components', table, uid },
    );
    const { attributes = {} } = findModel({ strapi }, uid) ?? {};
    for (const [name, raw] of Object.entries(attributes)) {
      const attribute = models(uid).attributes[name];
      if (internal.has(name) || attribute === undefined) continue;
      const { kind, target, zone } = attribute;
      if (kind === 'value' || kind === 'media' || raw?.mappedBy !== undefined) continue;
      const { table: between, from, to } = tables(uid).link(name);
      // Links belong to the side that owns them: whoever shows them from the other side shows rows of
      // the owner's type, and is told of those.
      sources.set(between, { kind: 'links', table: between, uid, column: from });
      for (const component of kind === 'zone' ? zone : kind === 'component' ? [target ?? ''] : []) {
        holders.push({ component, uid, table: between, from, to });
      }
    }
  }
  const distinct = new Map(
    holders.map((holder) => [`${holder.component} ${holder.table}`, holder] as const),
  );
  return { sources: [...sources.values()], holders: [...distinct.values()] };
};
