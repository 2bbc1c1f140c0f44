import type { Field, Layout } from './layout';

let known: readonly Layout[] = [];

/** Stores the layouts of all forms. Call it once at the panel's start. */
export const storeLayouts = (layouts: readonly Layout[]): void => {
  known = layouts;
};

/** Returns all forms. */
export const storedLayouts = (): readonly Layout[] => known;

/** Returns the form of a type or component. */
export const layoutOf = (uid: string | null): Layout | undefined =>
  known.find((layout) => layout.uid === uid);

/** Returns a field of the form of a type or component; undefined if the form does not show it. */
export const fieldOf = (uid: string, field: string): Field | undefined =>
  layoutOf(uid)?.rows.find((row) => field in row)?.[field];

/** Returns whether a form hides a field. */
export const isHidden = (uid: string, field: string): boolean =>
  field in (layoutOf(uid)?.hidden ?? {});
