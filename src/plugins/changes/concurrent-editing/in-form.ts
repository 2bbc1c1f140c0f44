import type { Layout } from '../../../feature/layout';

/** Returns whether a type's form shows a field. Fields that the database computes are hidden. */
export const isInForm = (layouts: readonly Layout[], model: string, field: string): boolean =>
  !(field in (layouts.find(({ uid }) => uid === model)?.hidden ?? {}));
