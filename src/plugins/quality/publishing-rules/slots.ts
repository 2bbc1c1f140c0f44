import { listIn } from '../../../catalogue/entry-values';
import type { Entry } from '../../../feature/publishing-rules';
import { componentOf, type Shapes } from './models';

/** Document that an entry shows. */
export type Shown = { uid: string; documentId: string };

/** Returns the distinct documents that an entry and its components refer to. */
export const shownBy = (shapes: Shapes, uid: string, entry: Entry): Shown[] => {
  const found = Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): Shown[] =>
    listIn(entry, name).flatMap((part): Shown[] => {
      const { target } = attribute ?? {};
      if (attribute?.type === 'relation') {
        return target === undefined || typeof part.documentId !== 'string'
          ? []
          : [{ uid: target, documentId: part.documentId }];
      }
      const component = componentOf(attribute, part);
      return component === undefined ? [] : shownBy(shapes, component, part);
    }),
  );
  return [...new Map(found.map((one) => [`${one.uid} ${one.documentId}`, one])).values()];
};
