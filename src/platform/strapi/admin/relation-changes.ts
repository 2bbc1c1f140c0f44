/** An entry in a form's relation. An entry selected in the form has its id in `apiData` only. */
type Link = { documentId?: string; apiData?: { documentId?: string } };

/** A form's changes to a relation since the last save (`@strapi/content-manager`, Relations). */
export type RelationChanges =
  { connect?: readonly Link[]; disconnect?: readonly Link[] } | null | undefined;

const idsIn = (links: readonly Link[] | undefined): string[] =>
  (links ?? []).flatMap(({ documentId, apiData }) => apiData?.documentId ?? documentId ?? []);

/** Returns the document ids that were added in a form since it was opened. */
export const findConnected = (changes: RelationChanges): readonly string[] =>
  idsIn(changes?.connect);

/** Returns the document ids that were removed in a form since it was opened. */
export const findDisconnected = (changes: RelationChanges): readonly string[] =>
  idsIn(changes?.disconnect);
