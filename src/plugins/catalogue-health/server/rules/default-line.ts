import { sql } from '../../../../strapi/queries';
import { VERTICAL } from '../../../links';
import { columnsOf } from './columns';
import type { RuleFromAbove } from './rule';

const title = {
  en: 'No business line is the default one: requests that name none are answered by whichever comes first.',
  es: 'Ninguna línea de negocio es la principal: a las peticiones que no nombran ninguna responde la primera que haya.',
};

/** The database sees to it that there are not two. */
export const defaultLine: RuleFromAbove = {
  name: 'default-line',
  async find({ strapi }) {
    const { table, column } = columnsOf({ strapi }, VERTICAL);
    const isDefault = column('isDefault');
    const { rows } = await sql(
      { strapi },
      `select document_id from ${table} where not exists (select from ${table} where ${isDefault})`,
    );
    return rows.map((row) => ({
      uid: VERTICAL,
      documentId: String(row.document_id),
      locale: null,
      code: 'LINE_DEFAULT_MISSING',
      field: 'isDefault',
      severity: 'advice' as const,
      title,
      text: title,
    }));
  },
};
