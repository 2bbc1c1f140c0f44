import type { ModelAttribute, ModelLookup } from '../../../delivery/plan/model';
import {
  rowIn,
  rowsIn,
  type DocumentRow,
} from '../../../delivery/readers/document-service/document-row';

/** Says of an attribute of a model whether it is meant. */
export type Selects = (uid: string, name: string, attribute: ModelAttribute) => boolean;

/** A relation of a document, or of a component within it. */
export type Relation = {
  /** Attribute names and positions from the document to the relation: `['shelves', '0', 'products']`. */
  path: readonly string[];
  /** The type behind it. */
  uid: string;
  isMany: boolean;
  /** The documents it leads to, in the editor's order. */
  documentIds: readonly string[];
};

type Populate = Record<string, unknown>;

/** What is behind an attribute of a row: one row, several, or none. */
export const rowsBehind = (
  row: DocumentRow,
  name: string,
  { isMany }: Pick<ModelAttribute, 'isMany'>,
): readonly DocumentRow[] => {
  if (isMany) return rowsIn(row, name);
  const only = rowIn(row, name);
  return only === undefined ? [] : [only];
};

/**
 * The population that reads the chosen relations and media of a document and of all its components.
 *
 * @param selects is asked of relations and media; components are always walked through
 */
export const populationOf = (models: ModelLookup, uid: string, selects: Selects): Populate =>
  Object.fromEntries(
    Object.entries(models(uid).attributes).flatMap(([name, attribute]): [string, unknown][] => {
      const { kind, target, zone } = attribute;
      switch (kind) {
        case 'relation':
          return selects(uid, name, attribute) ? [[name, { fields: ['documentId'] }]] : [];
        case 'media':
          return selects(uid, name, attribute) ? [[name, { fields: ['id'] }]] : [];
        case 'component':
          return [[name, { populate: populationOf(models, String(target), selects) }]];
        case 'zone': {
          const on = zone.map((part): [string, unknown] => [
            part,
            { populate: populationOf(models, part, selects) },
          ]);
          return [[name, { on: Object.fromEntries(on) }]];
        }
        case 'value':
          return [];
      }
    }),
  );

/** The chosen relations of a document that was read with {@link populationOf}, those of its components included. */
export const relationsIn = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
  selects: Selects,
): readonly Relation[] =>
  Object.entries(models(uid).attributes).flatMap(([name, attribute]): readonly Relation[] => {
    const { kind, target, isMany } = attribute;
    const rows = rowsBehind(row, name, attribute);
    if (kind === 'relation') {
      if (!selects(uid, name, attribute)) return [];
      const documentIds = rows.map(({ documentId }) => String(documentId));
      return [{ path: [name], uid: String(target), isMany, documentIds }];
    }
    if (kind !== 'component' && kind !== 'zone') return [];
    return rows.flatMap((part, at) => {
      const inner = kind === 'zone' ? String(part.__component) : String(target);
      const before = isMany ? [name, String(at)] : [name];
      return relationsIn(models, inner, part, selects).map((relation) => ({
        ...relation,
        path: [...before, ...relation.path],
      }));
    });
  });
