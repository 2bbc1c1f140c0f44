/** In the place of an entry's id: the form for one that is being created, as in the content manager's addresses. */
export const NEW_FORM = 'create';

const COPY = 'clone-';

/** In the place of an entry's id: the form for a copy that is being made of one. */
export const copyOf = (documentId: string): string => `${COPY}${documentId}`;

/** Of which entry a form is for a copy; null where it is for none. */
export const originOf = (form: string): string | null =>
  form.startsWith(COPY) ? form.slice(COPY.length) : null;
