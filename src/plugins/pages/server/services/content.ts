import type { ModelLookup } from '../../../../reading/plan/model';
import {
  rowIn,
  rowsIn,
  type DocumentRow,
} from '../../../../reading/readers/document-service/document-row';

/** What a row has of its own and a copy must not take along. */
const own = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'createdBy',
  'updatedBy',
  'localizations',
  'slots',
]);

const attributesOf = (models: ModelLookup, uid: string) =>
  Object.entries(models(uid).attributes).filter(([name]) => !own.has(name));

/** The population that reads everything a document holds itself: components, media, and whom it names. */
export const contentPopulation = (models: ModelLookup, uid: string): Record<string, unknown> =>
  Object.fromEntries(
    attributesOf(models, uid).flatMap(([name, { kind, target, zone }]): [string, unknown][] => {
      switch (kind) {
        case 'relation':
          return [[name, { fields: ['documentId'] }]];
        case 'media':
          return [[name, { fields: ['id'] }]];
        case 'component':
          return [[name, { populate: contentPopulation(models, String(target)) }]];
        case 'zone': {
          const on: [string, unknown][] = zone.map((part) => [
            part,
            { populate: contentPopulation(models, part) },
          ]);
          return [[name, { on: Object.fromEntries(on) }]];
        }
        default:
          return [];
      }
    }),
  );

/** A document that a copy would name. */
export type Named = { uid: string; documentId: string; path: readonly string[] };

const single = (row: DocumentRow, name: string): readonly DocumentRow[] => {
  const inner = rowIn(row, name);
  return inner === undefined ? [] : [inner];
};

/** Every document that a page names, and where. */
export const namedBy = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
  path: readonly string[] = [],
): readonly Named[] =>
  attributesOf(models, uid).flatMap(([name, { kind, target, isMany }]): readonly Named[] => {
    const rows = isMany ? rowsIn(row, name) : single(row, name);
    return rows.flatMap((inner, at): readonly Named[] => {
      const here = isMany ? [...path, name, String(at)] : [...path, name];
      if (kind === 'relation') {
        return [{ uid: String(target), documentId: String(inner.documentId), path: here }];
      }
      if (kind === 'component') return namedBy(models, String(target), inner, here);
      return kind === 'zone' ? namedBy(models, String(inner.__component), inner, here) : [];
    });
  });

/**
 * A document's content as data for a new one: without identities, media by id, and of the documents it
 * names only those that `keeps` lets through.
 */
export const contentOf = (
  models: ModelLookup,
  uid: string,
  row: DocumentRow,
  keeps: (uid: string, documentId: string) => boolean,
): DocumentRow =>
  Object.fromEntries(
    attributesOf(models, uid).map(([name, { kind, target, isMany }]) => {
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
      if (isMany) return [name, rowsIn(row, name).flatMap(convert)];
      return [name, single(row, name).flatMap(convert)[0] ?? null];
    }),
  );
