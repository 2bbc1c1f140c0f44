import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Text } from '../../../../../feature/layout';
import { languageOf } from '../../../../../platform/http/message-language';
import type { AnyDocument } from '../../../../../platform/strapi/documents';
import { findModel, isLocalized } from '../../../../../platform/strapi/models';
import type { Person } from '../../../../../platform/strapi/actor';
import { sql } from '../../../../../platform/strapi/queries';
import { fieldsOf, fieldAccess } from '../../../bulk-edit';
import { formatFieldPath } from '../columns/field-paths';
import { RUNS } from '../definitions';
import { cellText, listFilledPaths, readDrafts, type Values } from '../entries/entry-cells';
import { runsOf } from '../store/runs';
import type { ExportOptions, StoredRun } from '../store/stored-run';
import { isByText } from '../types';
import { readNextDocuments } from './exported-rows';

/** Version and texts of a draft in one locale, by place. */
export type ExportedLanguage = { version: string; texts: Readonly<Record<string, string>> };

export type ExportedItem = {
  documentId: string;
  /** Name of a page for readers: its business line. */
  page: string;
  languages: Readonly<Record<string, ExportedLanguage>>;
};

const pageOf = (document: AnyDocument): string => {
  const { name } = ([document.vertical].flat()[0] ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
};

/**
 * Reads the next documents of an export.
 *
 * @returns whether there are more
 */
export const exportBatch = async (
  { strapi }: WithStrapi,
  { run, person }: { run: StoredRun; person: Person },
): Promise<boolean> => {
  const { uid } = run;
  const { ability } = person;
  const options = run.options as ExportOptions;
  const { locales, after } = options;
  const language: keyof Text = languageOf(person);
  const wanted = { ...options, uid, ability };
  const { rows, ids, read, isLast } = await readNextDocuments({ strapi }, wanted);
  const fields = fieldsOf({ strapi });
  const may = fieldAccess({ strapi }, { uid, ability });
  const draftOf = await readDrafts(
    { strapi },
    { uid, ability, language },
    { ids, locales: isLocalized(findModel({ strapi }, uid)) ? locales : [null] },
  );

  const textsOf = (values: Values): Record<string, string> =>
    Object.fromEntries(
      listFilledPaths(fields, uid, values)
        .filter(
          ({ place, column }) => may('read', place) && (!isByText(uid) || column.kind === 'text'),
        )
        .map(({ place, column, value }) => [
          formatFieldPath(place),
          cellText(column, value, language),
        ]),
    );

  const items = ids.map((documentId): ExportedItem => {
    const languages = rows
      .filter((row) => row.documentId === documentId)
      .flatMap(({ locale = null }): [string, AnyDocument][] => {
        const draft = draftOf(documentId, locale);
        return draft === null ? [] : [[locale ?? '', draft]];
      });
    const [first] = languages;
    return {
      documentId,
      page: first === undefined ? '' : pageOf(first[1]),
      languages: Object.fromEntries(
        languages.map(([locale, document]) => [
          locale,
          { version: String(document.updatedAt), texts: textsOf(document) },
        ]),
      ),
    };
  });

  await strapi.db.transaction(async ({ trx }) => {
    const { rowCount } = await sql(
      { strapi, trx },
      `UPDATE ${RUNS} SET done = done + :read, options = jsonb_set(options, '{after}', to_jsonb(CAST(:last AS text)))
       WHERE id = CAST(:id AS uuid) AND state = 'working' AND options ->> 'after' = :after`,
      { id: run.id, read, last: ids.at(-1) ?? after, after },
    );
    // Another attempt of the job has already read this batch.
    if (rowCount === 0) return;
    await runsOf({ strapi }).addItems(run.id, items, trx);
  });
  return !isLast;
};
