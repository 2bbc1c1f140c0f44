import type { Layout, Text } from '../../../../feature/layout';

let known: readonly Layout[] = [];

/** Stores the names of types. Called once when the panel starts. */
export const takeNames = (layouts: readonly Layout[]): void => {
  known = layouts;
};

/** Returns the display name of a type; undefined if it has none. */
export const nameOfType = (uid: string | null, language: keyof Text): string | undefined =>
  known.find((layout) => layout.uid === uid)?.name?.[language];
