import type { Layout } from '../../../feature/layout';

/** Whether people find a field in the form of a type: what the database writes by itself is in none. */
export const isInForm = (layouts: readonly Layout[], model: string, field: string): boolean =>
  !(field in (layouts.find(({ uid }) => uid === model)?.hidden ?? {}));
