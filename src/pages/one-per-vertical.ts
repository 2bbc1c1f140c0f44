import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { refusal } from '../integrity/refuse';
import { pageEditingFailures } from './failures';
import { isPageType, pageTypes, type PageType } from './types';

const CONSTRAINT = 'one_page_per_vertical';

type Link = { table: string; links: string; page: string; vertical: string };

/** Where Strapi keeps a page type's rows and their links to business lines. */
const linkOf = ({ strapi }: { strapi: Core.Strapi }, uid: PageType): Link => {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  const { joinTable } = attributes.vertical as unknown as {
    joinTable: { name: string; joinColumn: { name: string }; inverseJoinColumn: { name: string } };
  };
  return {
    table: tableName,
    links: joinTable.name,
    page: joinTable.joinColumn.name,
    vertical: joinTable.inverseJoinColumn.name,
  };
};

/**
 * A trigger rather than a unique index: the drafts, publications and languages of one page all link to
 * the same business line, only another document may not. The lock makes two saves at the same instant
 * take turns, so that the second one sees the first. Deferred, because an error in the middle of a save
 * makes Strapi clean up in a transaction that is already lost, which hides what went wrong.
 */
const triggerOf = ({ table, links, page, vertical }: Link): string => `
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
        USING ERRCODE = 'unique_violation', CONSTRAINT = '${CONSTRAINT}', DETAIL = other;
    END IF;
    RETURN NULL;
  END
  $$ LANGUAGE plpgsql;
  DROP TRIGGER IF EXISTS ${links}_guard ON ${links};
  CREATE CONSTRAINT TRIGGER ${links}_guard AFTER INSERT OR UPDATE ON ${links}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${links}_guard();
`;

/** Makes the database refuse a second page of a type for one business line; run at every start. */
export const guardPagesInDatabase = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.db.connection.transaction(async (trx) => {
    // Nodes that start together would trip over each other's redefinition.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('${CONSTRAINT}'))`);
    for (const uid of pageTypes) await trx.raw(triggerOf(linkOf({ strapi }, uid)));
  });
};

type Violation = { constraint: string; detail: string };

const violationIn = (error: unknown): Violation | null => {
  const { constraint, detail } = (error ?? {}) as Partial<Violation>;
  return constraint === CONSTRAINT && detail !== undefined ? { constraint, detail } : null;
};

/** Tells an editor which page stands in the way, with the place to open it. */
export const registerPageGuard = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.documents.use(async (context, next) => {
    if (!isPageType(context.uid)) return next();
    try {
      return await strapi.db.transaction(async ({ trx }) => {
        const result = await next();
        // Now, while the editor's request can still be answered with it, not at a later commit.
        for (const when of ['IMMEDIATE', 'DEFERRED']) {
          await strapi.db.connection
            .raw(`SET CONSTRAINTS ALL ${when}`)
            .transacting(trx as Knex.Transaction);
        }
        return result;
      });
    } catch (error) {
      const violation = violationIn(error);
      if (violation === null) throw error;
      const documentId = violation.detail;
      const admin = strapi.config.get<string>('admin.path', '/admin');
      const url = `${admin}/content-manager/collection-types/${context.uid}/${documentId}`;
      const { PAGE_EXISTS } = pageEditingFailures;
      throw refusal(
        { strapi },
        {
          ...PAGE_EXISTS,
          message: {
            en: `${PAGE_EXISTS.message.en} Edit that one: ${url}`,
            es: `${PAGE_EXISTS.message.es} Edita esa: ${url}`,
          },
        },
        { details: { documentId, url }, cause: error },
      );
    }
  });
};
