import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql } from '../../../../../platform/strapi/queries';
import { validatedTypes, evaluateStored } from '../../../publishing-rules';
import { FINDINGS } from '../definitions';
import { replaceFindings, type Finding } from '../findings';
import { columnsOf, readDocuments } from '../rules/rule';
import type { IsUnedited } from '../unedited-sample';

/**
 * Source of the findings of publishing rules. Older releases, which may run beside this one, write
 * the same value and delete the findings of other sources.
 */
export const SOURCE = 'readiness';

/**
 * Documents evaluated at a time: some megabytes, and a fraction of a second before other work
 * continues.
 */
const BATCH = 100;

type Scanned = { documents: readonly string[]; isUnedited: IsUnedited };

/**
 * Evaluates the drafts of some documents of a type. Findings of deleted documents and of unedited
 * sample entries are removed.
 */
export const scanDocuments = async (
  { strapi }: WithStrapi,
  uid: string,
  { documents, isUnedited }: Scanned,
): Promise<void> => {
  const counted = documents.filter((documentId) => !isUnedited({ uid, documentId }));
  const evaluated =
    counted.length === 0 ? [] : await evaluateStored({ strapi }, uid, { documentIds: counted });
  const findings = evaluated.flatMap(({ documentId, locale, findings: own }) =>
    own.map((one): Finding => ({
      uid,
      documentId,
      locale,
      code: one.group,
      field: one.path.length === 0 ? null : String(one.path[0]),
      severity: one.severity,
      title: one.title,
      text: one.text,
    })),
  );
  await replaceFindings({ strapi }, { source: SOURCE, uid, documents }, findings);
};

/** Removes the findings of documents that no longer exist. */
const forgetGone = async ({ strapi }: WithStrapi, uid: string): Promise<void> => {
  const { table, localeOf } = columnsOf({ strapi }, uid);
  await sql(
    { strapi },
    `delete from ${FINDINGS} f where f.uid = ? and f.source = ? and not exists (
       select from ${table} d where d.document_id = f.document_id and ${localeOf('d')} = f.locale
          and d.published_at is null)`,
    [uid, SOURCE],
  );
};

/** Evaluates all drafts. */
export const scanAll = async (
  { strapi }: WithStrapi,
  { isUnedited, signal }: { isUnedited: IsUnedited; signal: AbortSignal },
): Promise<void> => {
  for (const uid of validatedTypes({ strapi })) {
    const drafts = { condition: 'd.published_at is null', size: BATCH };
    for await (const batch of readDocuments({ strapi }, uid, drafts)) {
      signal.throwIfAborted();
      const documents = batch.map(({ documentId }) => documentId);
      await scanDocuments({ strapi }, uid, { documents, isUnedited });
    }
    await forgetGone({ strapi }, uid);
  }
};
