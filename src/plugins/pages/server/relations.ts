import type { ModelAttribute, ModelLookup } from '#delivery/plan/model';

/** A row as the Document Service returns it, with the selected attributes. */
export type DocumentRow = Record<string, unknown>;

/** Returns true if an attribute of a model is selected. */
export type Selects = (uid: string, name: string, attribute: ModelAttribute) => boolean;

/** A relation of a document, or of a component within it. */
export type Relation = {
  /**
   * Attribute names and positions from the document to the relation: `['shelves', '0',
   * 'products']`.
   */
  path: readonly string[];
  /** Type of the related documents. */
  uid: string;
  isMany: boolean;
  /** IDs of the related documents, in the editor's order. */
  documentIds: readonly string[];
};

type Populate = Record<string, unknown>;

/** Returns the rows behind an attribute of a row: one, several, or none. */
export const listRelatedRows = (
  row: DocumentRow,
  name: string,
  { isMany }: Pick<ModelAttribute, 'isMany'>,
): readonly DocumentRow[] => {
  const value = row[name];
  if (isMany) return Array.isArray(value) ? (value as DocumentRow[]) : [];
  return typeof value === 'object' && value !== null ? [value as DocumentRow] : [];
};

/**
 * Returns the population that reads the selected relations and media of a document and all its
 * components.
 *
 * @param selects called for relations and media; components are always included
 */
export const buildPopulate = (models: ModelLookup, uid: string, selects: Selects): Populate =>
  Object.fromEntries(
    Object.entries(models(uid).attributes).flatMap(([name, attribute]): [string, unknown][] => {
      const { kind, target, zone } = attribute;
      switch (kind) {
        case 'relation':
          return selects(uid, name, attribute) ? [[name, { fields: ['documentId'] }]] : [];
        case 'media':
          return selects(uid, name, attribute) ? [[name, { fields: ['id'] }]] : [];
        case 'component':
          return [[name, { populate: buildPopulate(models, String(target), selects) }]];
        case 'zone': {
          const on = zone.map((part): [string, unknown] => [
            part,
            { populate: buildPopulate(models, part, selects) },
          ]);
          return [[name, { on: Object.fromEntries(on) }]];
        }
        case 'value':
          return [];
      }
    }),
  );

/**
 * Returns the selected relations of a document that was read with {@link buildPopulate}, including
 * those of its components.
 */
export const listRelations = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
  selects: Selects,
): readonly Relation[] =>
  Object.entries(models(uid).attributes).flatMap(([name, attribute]): readonly Relation[] => {
    const { kind, target, isMany } = attribute;
    const rows = listRelatedRows(row, name, attribute);
    if (kind === 'relation') {
      if (!selects(uid, name, attribute)) return [];
      const documentIds = rows.map(({ documentId }) => String(documentId));
      return [{ path: [name], uid: String(target), isMany, documentIds }];
    }
    if (kind !== 'component' && kind !== 'zone') return [];
    return rows.flatMap((part, index) => {
      const inner = kind === 'zone' ? String(part.__component) : String(target);
      const before = isMany ? [name, String(index)] : [name];
      return listRelations(models, inner, part, selects).map((relation) => ({
        ...relation,
        path: [...before, ...relation.path],
      }));
    });
  });
