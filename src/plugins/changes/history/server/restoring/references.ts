import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { ModelLookup } from '../../../../../delivery/plan/model';
import { contentTypesOf } from '../../../../../platform/strapi/models';
import { tableOf } from '../../../../../platform/strapi/queries';
import type { State } from '../../changes';
import { contentOf } from '../state/content';

const FILES = 'plugin::upload.file';

/** Reference in a state: a document by id, or a file by number. */
export type Reference = { uid: string; id: string; title: string };

const keyOf = ({ uid, id }: Pick<Reference, 'uid' | 'id'>): string => `${uid} ${id}`;

/** Returns the items of a value as a list. */
export const listItems = (value: unknown): readonly State[] =>
  [value].flat().filter((one): one is State => typeof one === 'object' && one !== null);

/** Returns the document or file that an item refers to, or undefined. */
export const referenceIn = (uid: string, item: State): Reference | undefined => {
  const { documentId, title, id, name } = item;
  if (uid === FILES) {
    return typeof id === 'number'
      ? { uid, id: String(id), title: typeof name === 'string' ? name : String(id) }
      : undefined;
  }
  return typeof documentId === 'string'
    ? { uid, id: documentId, title: typeof title === 'string' ? title : documentId }
    : undefined;
};

/** Returns all references of a state, including those in components. */
export const referencesIn = (
  models: ModelLookup,
  uid: string,
  state: State,
): readonly Reference[] =>
  contentOf(models, uid).flatMap(([name, { kind, target = '', zone }]) => {
    const items = listItems(state[name]);
    switch (kind) {
      case 'relation':
      case 'media':
        return items.flatMap((item) => referenceIn(target, item) ?? []);
      case 'component':
        return items.flatMap((item) => referencesIn(models, target, item));
      case 'zone':
        return items.flatMap((item) => {
          const component = String(item.__component);
          return zone.includes(component) ? referencesIn(models, component, item) : [];
        });
      default:
        return [];
    }
  });

/** Returns a function that tells whether a reference exists in a locale. One query per type. */
export const findExisting = async (
  { strapi }: WithStrapi,
  models: ModelLookup,
  references: readonly Reference[],
  locale: string,
): Promise<(reference: Pick<Reference, 'uid' | 'id'>) => boolean> => {
  const found = new Set<string>();
  for (const { uid } of contentTypesOf({ strapi })) {
    const ids = references.filter((one) => one.uid === uid).map(({ id }) => id);
    if (ids.length === 0) continue;
    if (uid === FILES) {
      const files = await tableOf<{ id: number }>({ strapi }, uid).findMany({
        where: { id: { $in: ids.map(Number) } },
        select: ['id'],
      });
      for (const { id } of files) found.add(keyOf({ uid, id: String(id) }));
      continue;
    }
    const rows = await tableOf<{ documentId: string }>({ strapi }, uid).findMany({
      where: {
        documentId: { $in: ids },
        ...(models(uid).isLocalized && locale !== '' && { locale }),
      },
      select: ['documentId'],
    });
    for (const { documentId } of rows) found.add(keyOf({ uid, id: documentId }));
  }
  return (reference) => found.has(keyOf(reference));
};
