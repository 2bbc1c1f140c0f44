import type { Feature } from '../../../../feature/feature';
import type { Layout } from '../../../../feature/layout';

export type Layouts = { types: readonly Layout[]; components: readonly Layout[] };

/** Returns the form layouts of all content types and components of some features. */
export const layoutsOf = (features: readonly Feature[]): Layouts => ({
  types: features.flatMap(({ layouts }) => layouts?.types ?? []),
  components: features.flatMap(({ layouts }) => layouts?.components ?? []),
});
