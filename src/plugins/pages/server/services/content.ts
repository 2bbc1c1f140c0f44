import { isContent } from '../../../../catalogue/content-attributes';
import type { ModelLookup } from '../../../../delivery/plan/model';
import {
  populationOf,
  relationsIn,
  listRelatedRows,
  type DocumentRow,
  type Selects,
} from '../relations';

const selectsContent: Selects = (_uid, name) => isContent(name);

/** Returns the population that reads a document's own content: components, media and references. */
export const contentPopulation = (models: ModelLookup, uid: string): Record<string, unknown> =>
  populationOf(models, uid, selectsContent);

/** A document that the page references. */
export type PageReference = { uid: string; documentId: string; path: readonly string[] };

/** Returns every document that a page references, with its position. */
export const referencesOfPage = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
): readonly PageReference[] =>
  relationsIn(models, uid, row, selectsContent).flatMap(
    ({ documentIds, path, isMany, ...relation }) =>
      documentIds.map((documentId, at) => ({
        uid: relation.uid,
        documentId,
        path: isMany ? [...path, String(at)] : path,
      })),
  );

const attributesOf = (models: ModelLookup, uid: string) =>
  Object.entries(models(uid).attributes).filter(([name]) => isContent(name));

/**
 * Returns a document's content as data for a new document: without IDs, with media by ID.
 * References are limited to those that `keeps` accepts.
 */
export const contentOf = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
  keeps: (uid: string, documentId: string) => boolean,
): DocumentRow =>
  Object.fromEntries(
    attributesOf(models, uid).map(([name, attribute]) => {
      const { kind, target, isMany } = attribute;
      const convert = (inner: DocumentRow): unknown[] => {
        switch (kind) {
          case 'relation': {
            const documentId = String(inner.documentId);
            return keeps(String(target), documentId) ? [documentId] : [];
          }
          case 'media':
            return [inner.id];
          case 'zone': {
            const part = String(inner.__component);
            return [{ __component: part, ...contentOf(models, part, inner, keeps) }];
          }
          default:
            return [contentOf(models, String(target), inner, keeps)];
        }
      };
      if (kind === 'value') return [name, row[name]];
      const converted = listRelatedRows(row, name, attribute).flatMap(convert);
      return [name, isMany ? converted : (converted[0] ?? null)];
    }),
  );
