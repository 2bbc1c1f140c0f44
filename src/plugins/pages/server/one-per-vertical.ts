import type { Knex } from 'knex';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { createLocalizedError } from '#platform/http/localized-error';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { isPageType, pageTypes, type PageType } from '#catalogue/page-types';
import { defineErrors } from '#platform/http/errors';
import { createTableLookup } from '#platform/strapi/tables';

type VerticalLinks = { table: string; links: string; page: string; vertical: string };

/** Returns the tables and columns of a page type and its links to business lines. */
const getVerticalLinks = ({ strapi }: WithStrapi, uid: PageType): VerticalLinks => {
  const table = createTableLookup({ strapi })(uid);
  const { table: links, from: page, to: vertical } = table.link('vertical');
  return { table: table.name, links, page, vertical };
};

type SavedRow = { id: number; documentId: string };

/** Serialises saves of one page in all locales until the transaction ends. */
const lockPage = async (trx: Knex.Transaction, documentId: string): Promise<void> => {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtext(?))', [documentId]);
};

/**
 * Copies the business line of the saved version to the drafts of all locales of the page. A version
 * saved without a business line takes that of the others. In Strapi a relation belongs to one
 * locale, but a page belongs to one business line in every locale. Published versions only change
 * by publishing.
 */
const shareVertical = async (
  { strapi }: WithStrapi,
  trx: Knex.Transaction,
  uid: PageType,
  { id, documentId }: SavedRow,
): Promise<void> => {
  const { table, links, page, vertical } = getVerticalLinks({ strapi }, uid);
  const existingLink = await trx(`${links} as l`)
    .join(`${table} as p`, 'p.id', `l.${page}`)
    .where('p.document_id', documentId)
    .orderByRaw('p.id = ? DESC, p.published_at DESC NULLS LAST', [id])
    .first<{ id: number } | undefined>(`l.${vertical} as id`);
  if (existingLink === undefined) return;

  const drafts = trx(table).where({ document_id: documentId }).whereNull('published_at');
  await trx(links)
    .whereIn(page, drafts.clone().select('id'))
    .whereNot(vertical, existingLink.id)
    .update({ [vertical]: existingLink.id });
  const without = await drafts
    .whereNotIn('id', trx(links).select(page))
    .select<{ id: number }[]>('id');
  if (without.length > 0) {
    await trx(links).insert(
      without.map((row) => ({ [page]: row.id, [vertical]: existingLink.id })),
    );
  }
};

const pageEditingErrors = defineErrors({
  PAGE_EXISTS: {
    status: 409,
    message: {
      en: 'This business line already has a page of this kind.',
      es: 'Esta línea de negocio ya tiene una página de este tipo.',
    },
  },
  PAGE_PUBLISHED_ELSEWHERE: {
    status: 409,
    message: {
      en: 'This page is published for another business line. Unpublish it in every language before you change its business line, or copy it to the other one.',
      es: 'Esta página está publicada para otra línea de negocio. Despublícala en todos los idiomas antes de cambiarla de línea, o cópiala a la otra.',
    },
  },
});

const ONE_PAGE = 'one_page_per_vertical';
const ONE_VERTICAL = 'one_vertical_per_page';

/**
 * Returns the trigger function that allows one page of a type per business line.
 *
 * A unique index does not fit: the drafts, published versions and locales of one page all link to
 * the same business line. Only another document must not. The lock serialises concurrent saves, so
 * that the second one sees the first. A document in two business lines would block another page in
 * both, hence the second rule. The trigger is deferred: after an error in the middle of a save,
 * Strapi cleans up in an aborted transaction, which hides the error.
 */
const buildFunctionSql = (
  { table, links, page, vertical }: VerticalLinks,
  verticals: string,
): string => `
  CREATE OR REPLACE FUNCTION ${links}_guard() RETURNS trigger AS $$
  DECLARE
    own text;
    other text;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('${links}'), NEW.${vertical});
    SELECT document_id INTO own FROM ${table} WHERE id = NEW.${page};
    SELECT p.document_id INTO other
      FROM ${links} l JOIN ${table} p ON p.id = l.${page}
      WHERE l.${vertical} = NEW.${vertical} AND p.document_id <> own
      LIMIT 1;
    IF other IS NOT NULL THEN
      RAISE EXCEPTION 'the business line already has such a page'
        USING ERRCODE = 'unique_violation', CONSTRAINT = '${ONE_PAGE}', DETAIL = other;
    END IF;
    SELECT v.name INTO other
      FROM ${links} l JOIN ${table} p ON p.id = l.${page} JOIN ${verticals} v ON v.id = l.${vertical}
      WHERE p.document_id = own AND l.${vertical} <> NEW.${vertical}
      LIMIT 1;
    IF other IS NOT NULL THEN
      RAISE EXCEPTION 'a version of the page belongs to another business line'
        USING ERRCODE = 'unique_violation', CONSTRAINT = '${ONE_VERTICAL}', DETAIL = other;
    END IF;
    RETURN NULL;
  END
  $$ LANGUAGE plpgsql;`;

/**
 * Returns the database objects that reject a second page of a type for one business line, and a
 * second business line for one page.
 */
export const createPageDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const verticals = strapi.db.metadata.get('api::vertical.vertical').tableName;
  return pageTypes.flatMap((uid): Definition[] => {
    const tables = getVerticalLinks({ strapi }, uid);
    const { links } = tables;
    const name = `${links}_guard`;
    return [
      { kind: 'function', name: `${name}()`, create: buildFunctionSql(tables, verticals) },
      {
        kind: 'trigger',
        name,
        table: links,
        create:
          `CREATE CONSTRAINT TRIGGER ${name} AFTER INSERT OR UPDATE ON ${links} ` +
          `DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${name}()`,
      },
    ];
  });
};

/** Returns the violated rule with its detail; null for other errors. */
const parseViolation = (error: unknown): { rule: string; detail: string } | null => {
  const { constraint, detail } = (error ?? {}) as { constraint?: string; detail?: string };
  return (constraint === ONE_PAGE || constraint === ONE_VERTICAL) && detail !== undefined
    ? { rule: constraint, detail }
    : null;
};

const { PAGE_EXISTS, PAGE_PUBLISHED_ELSEWHERE } = pageEditingErrors;

type Write = { action: string; params: { documentId?: string } };

/** Result of a write: the row, if there is one. */
type WriteResult = { id: number; documentId: string } | null;

/** Rejects a second page of one type for a business line, and names the page that exists. */
export const keepOnePagePerLine = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const createPageExistsError = (uid: PageType, documentId: string, cause: unknown): Error => {
    const admin = strapi.config.get<string>('admin.path', '/admin');
    const url = `${admin}/content-manager/collection-types/${uid}/${documentId}`;
    const message = {
      en: `${PAGE_EXISTS.message.en} Edit that one: ${url}`,
      es: `${PAGE_EXISTS.message.es} Edita esa: ${url}`,
    };
    return createLocalizedError(
      { strapi },
      { ...PAGE_EXISTS, message },
      { details: { documentId, url }, cause },
    );
  };

  return async (context, next) => {
    const { uid } = context;
    if (!isPageType(uid)) return next();
    const { action, params } = context as Write;
    try {
      return await strapi.db.transaction(async ({ trx: current }) => {
        const trx = current as Knex.Transaction;
        if (action === 'update') await lockPage(trx, String(params.documentId));
        const result = await next();
        const written = result as WriteResult;
        if ((action === 'create' || action === 'update') && written !== null) {
          await shareVertical({ strapi }, trx, uid, written);
        }
        // Checks the constraints before the response is sent. At commit it would be too late to
        // report the error.
        for (const when of ['IMMEDIATE', 'DEFERRED']) await trx.raw(`SET CONSTRAINTS ALL ${when}`);
        return result;
      });
    } catch (error) {
      const violation = parseViolation(error);
      if (violation === null) throw error;
      const { rule, detail } = violation;
      throw rule === ONE_PAGE
        ? createPageExistsError(uid, detail, error)
        : createLocalizedError({ strapi }, PAGE_PUBLISHED_ELSEWHERE, {
            subject: detail,
            cause: error,
          });
    }
  };
};
