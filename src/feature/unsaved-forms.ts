/** Form with unsaved typing, and the time of its last storage (ISO 8601). */
export type UnsavedForm = { uid: string; documentId: string; locale: string; keptAt: string };

/** Replaces the entry's id in the form of a new entry, as in the content manager's URLs. */
export const NEW_FORM = 'create';

const COPY = 'clone-';

/** Returns the id of the form for a copy of an entry. */
export const copyOf = (documentId: string): string => `${COPY}${documentId}`;

/** Returns the source entry of a copy's form; null for other forms. */
export const getCopySource = (form: string): string | null =>
  form.startsWith(COPY) ? form.slice(COPY.length) : null;
