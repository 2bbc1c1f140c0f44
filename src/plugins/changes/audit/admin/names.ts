import type { Layout, Text } from '../../../../feature/layout';

let known: readonly Layout[] = [];

/** Takes what types are called; once, when the panel starts. */
export const takeNames = (layouts: readonly Layout[]): void => {
  known = layouts;
};

/** What people call a type; undefined where it has no name of its own. */
export const nameOfType = (uid: string | null, language: keyof Text): string | undefined =>
  known.find((layout) => layout.uid === uid)?.name?.[language];
