/** An entry that a form's relation names; one that was chosen in it has its id among `apiData` only. */
type Link = { documentId?: string; apiData?: { documentId?: string } };

/** What a form holds of a relation: the changes since the entry was saved (`@strapi/content-manager`, Relations). */
export type RelationChanges =
  { connect?: readonly Link[]; disconnect?: readonly Link[] } | null | undefined;

const idsIn = (links: readonly Link[] | undefined): string[] =>
  (links ?? []).flatMap(({ documentId, apiData }) => apiData?.documentId ?? documentId ?? []);

/** Document ids of what was chosen in a form since it was opened. */
export const connectedIn = (changes: RelationChanges): readonly string[] => idsIn(changes?.connect);

/** Document ids of what was taken out in a form since it was opened. */
export const disconnectedIn = (changes: RelationChanges): readonly string[] =>
  idsIn(changes?.disconnect);
