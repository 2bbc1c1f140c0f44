import { listIn } from '../../../catalogue/entry-values';
import type { Entry, Path } from '../../../feature/publishing-rules';
import { componentOf, type Shapes } from './models';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Returns the paths of required attributes without a value, components included. */
export const missingIn = (shapes: Shapes, uid: string, entry: Entry, before: Path = []): Path[] =>
  Object.entries(shapes(uid) ?? {}).flatMap(([name, attribute]): Path[] => {
    const path = [...before, name];
    const value = entry[name];
    if (isEmpty(value)) return attribute?.required === true ? [path] : [];
    const isList = Array.isArray(value);
    return listIn(entry, name).flatMap((part, at) => {
      const component = componentOf(attribute, part);
      return component === undefined
        ? []
        : missingIn(shapes, component, part, isList ? [...path, at] : path);
    });
  });
