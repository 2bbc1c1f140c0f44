import { listIn } from '#catalogue/entry-values';
import type { Entry } from '#feature/publishing-rules';
import { getComponentUid, type Shapes } from './models';

/** Document in a relation's changes. A newly chosen one has its id inside `apiData`. */
type Link = { documentId?: string; apiData?: { documentId?: string } };

const getDocumentId = ({ documentId, apiData }: Link): string | undefined =>
  apiData?.documentId ?? documentId;

const getLinks = (changes: unknown, name: 'connect' | 'disconnect'): Link[] => {
  const links = (changes as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return Array.isArray(links) ? (links as Link[]) : [];
};

/** Returns the documents of a relation after its changes are saved. */
const mergeRelated = (
  storedEntries: readonly Entry[],
  changes: unknown,
  isOne: boolean,
): Entry[] => {
  const disconnectedIds = new Set(getLinks(changes, 'disconnect').map(getDocumentId));
  const added = getLinks(changes, 'connect').flatMap((link): Entry[] => {
    const documentId = getDocumentId(link);
    return documentId === undefined ? [] : [{ documentId }];
  });
  // Reordering a document within the list connects it again.
  const moved = new Set(added.map(({ documentId }) => documentId));
  if (isOne && added.length > 0) return added.slice(-1);
  return [
    ...storedEntries.filter(
      ({ documentId }) => !disconnectedIds.has(String(documentId)) && !moved.has(documentId),
    ),
    ...added,
  ];
};

/** Returns the stored component of a component in the form; undefined for a new one. */
const findStoredPart = (
  storedEntry: Entry | undefined,
  name: string,
  part: Entry,
): Entry | undefined =>
  listIn(storedEntry ?? null, name).find(
    (item) => item.id === part.id && (item.__component ?? null) === (part.__component ?? null),
  );

/**
 * Converts form values into the entry that rules evaluate. Forms hold only the added and removed
 * documents of a relation, so the stored ones are merged.
 */
export const convertFormToEntry = (
  shapes: Shapes,
  uid: string,
  values: Entry,
  storedEntry: Entry | undefined,
): Entry =>
  Object.fromEntries(
    Object.entries(shapes(uid) ?? {}).map(([name, attribute]): [string, unknown] => {
      const value = values[name];
      if (attribute?.type === 'relation') {
        const isOne = attribute.relation?.endsWith('ToOne') === true;
        return [name, mergeRelated(listIn(storedEntry ?? null, name), value, isOne)];
      }
      if (attribute?.type !== 'component' && attribute?.type !== 'dynamiczone') {
        return [name, value];
      }
      const parts = listIn(values, name).map((part): Entry => {
        const component = getComponentUid(attribute, part) ?? '';
        return {
          ...convertFormToEntry(shapes, component, part, findStoredPart(storedEntry, name, part)),
          ...('__component' in part && { __component: part.__component }),
        };
      });
      return [name, Array.isArray(value) ? parts : (parts[0] ?? null)];
    }),
  );
