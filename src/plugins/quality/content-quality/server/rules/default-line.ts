import { sql } from '../../../../../platform/strapi/queries';
import { columnsOf } from './columns';
import type { CatalogueRule } from './rule';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';

const title = {
  en: 'No business line is the default. Requests without a business line receive the first one.',
  es: 'Ninguna línea de negocio es la principal. Las peticiones sin línea de negocio reciben la primera.',
};

/** Finds a missing default line. A unique index prevents a second one. */
export const defaultLine: CatalogueRule = {
  name: 'default-line',
  async find({ strapi }) {
    const { table, column } = columnsOf({ strapi }, BUSINESS_LINE);
    const isDefault = column('isDefault');
    const { rows } = await sql(
      { strapi },
      `select document_id from ${table} where not exists (select from ${table} where ${isDefault})`,
    );
    return rows.map((row) => ({
      uid: BUSINESS_LINE,
      documentId: String(row.document_id),
      locale: null,
      code: 'LINE_DEFAULT_MISSING',
      field: 'isDefault',
      severity: 'warning' as const,
      title,
      text: title,
    }));
  },
};
