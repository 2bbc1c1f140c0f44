import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findUsed } from '#catalogue/references/find-uses';
import { sql } from '#platform/strapi/queries';
import { FILES } from '../../content-quality';
import { getColumns, type CatalogueRule, type RuleFinding } from './rule';

/** Maximum size of a picture in kB, Strapi's unit. Larger pictures take a phone seconds to load. */
const LARGEST = 2048;

/** Number of files whose references are searched at a time. */
const BATCH = 200;

const LARGE = 'PICTURE_LARGE';

/**
 * Returns the SQL condition that a picture is still large. Files change without an event in the
 * history.
 */
export const isStillSo = (finding: string, file: string): string =>
  `(${finding}.code <> '${LARGE}' or ${file}.size > ${LARGEST})`;

/** Finds pictures that slow pages down. */
export const largePictures: CatalogueRule = {
  name: 'large-pictures',
  code: LARGE,
  severity: 'warning',
  title: { en: 'An image is larger than 2 MB.', es: 'Una imagen pesa más de 2 MB.' },
  async find({ strapi }) {
    const { table } = getColumns({ strapi }, FILES);
    const { rows } = await sql(
      { strapi },
      `select id from ${table} where mime like 'image/%' and size > ?`,
      [LARGEST],
    );
    return rows.map(({ id }) => ({ uid: FILES, documentId: String(id) }));
  },
};

async function* readFileIds({ strapi }: WithStrapi): AsyncGenerator<string[]> {
  const { table } = getColumns({ strapi }, FILES);
  let after = 0;
  for (;;) {
    const { rows } = await sql(
      { strapi },
      `select id from ${table} where id > ? order by id limit ${BATCH}`,
      [after],
    );
    if (rows.length === 0) return;
    yield rows.map(({ id }) => String(id));
    after = Number(rows.at(-1)?.id);
  }
}

/** Finds files that no entry uses. */
export const unusedFiles: CatalogueRule = {
  name: 'unused-files',
  code: 'FILE_UNUSED',
  severity: 'warning',
  title: { en: 'No entry uses this file.', es: 'Ninguna entrada usa este archivo.' },
  isCostly: true,
  async find({ strapi }) {
    const findings: RuleFinding[] = [];
    for await (const ids of readFileIds({ strapi })) {
      const used = await findUsed({ strapi }, { uid: FILES, ids, onlyPublished: false });
      const unused = ids.filter((id) => !used.has(id));
      findings.push(...unused.map((documentId) => ({ uid: FILES, documentId })));
    }
    return findings;
  },
};
