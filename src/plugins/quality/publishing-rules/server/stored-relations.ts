import { listIn } from '../../../../catalogue/entry-values';
import type { Entry } from '../../../../feature/publishing-rules';
import { componentOf, type Shapes } from '../models';

/**
 * Returns the relations of an entry, within the components that hold them. The form lacks these; it
 * has all values that its reader may see.
 *
 * @param isShown whether the reader may see a field of the entry
 */
export const readStoredRelations = (
  shapes: Shapes,
  uid: string,
  entry: Entry,
  isShown: (field: string) => boolean = () => true,
): Entry =>
  Object.fromEntries(
    Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): [string, unknown][] => {
      if (!isShown(name)) return [];
      const parts = listIn(entry, name);
      if (attribute?.type === 'relation') {
        return [[name, parts.map(({ documentId }) => ({ documentId }))]];
      }
      if (attribute?.type !== 'component' && attribute?.type !== 'dynamiczone') return [];
      return [
        [
          name,
          parts.map((part) => ({
            ...readStoredRelations(shapes, componentOf(attribute, part) ?? '', part),
            id: part.id,
            ...('__component' in part && { __component: part.__component }),
          })),
        ],
      ];
    }),
  );
