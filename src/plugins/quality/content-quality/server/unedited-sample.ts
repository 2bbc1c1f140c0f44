import type { WithStrapi } from '../../../../platform/with-strapi';
import { readSampleIds } from '../../../../feature/sample-entries';
import { sql } from '../../../../platform/strapi/queries';
import { EVENTS } from '../../../changes/history';
import { FILES } from '../content-quality';

/** Returns whether an entry or file belongs to the sample, and nobody has edited it since. */
export type IsUnedited = (entry: { uid: string; documentId: string }) => boolean;

/** Events that the loader of the sample records. Any other event is an edit. */
const LOADING = ['import', 'shared', 'found'];

/**
 * Finds the unedited entries of the sample. The to-do list leaves them out: they are nobody's work,
 * and would hide the findings of real entries.
 */
export const findUneditedSample = async ({
  strapi,
}: WithStrapi): Promise<{ isUnedited: IsUnedited; hasSample: boolean }> => {
  const { documents, files } = await readSampleIds({ strapi });
  if (documents.length === 0) return { isUnedited: () => false, hasSample: false };
  const { rows } = await sql(
    { strapi },
    `select distinct document_id from ${EVENTS}
      where document_id = any(cast(? as text[]))
        and not (actor_kind = 'service' and event = any(cast(? as text[])))`,
    [[...documents], LOADING],
  );
  const edited = new Set(rows.map((row) => String(row.document_id)));
  const unedited = new Set(documents.filter((documentId) => !edited.has(documentId)));
  const ownFiles = new Set(files);
  return {
    isUnedited: ({ uid, documentId }) =>
      uid === FILES ? ownFiles.has(documentId) : unedited.has(documentId),
    hasSample: true,
  };
};
