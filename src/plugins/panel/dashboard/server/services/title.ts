import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { modelsOf } from '../../../../../delivery/plan/model';
import { titleExpression } from '../../../../../catalogue/title-expression';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';

/**
 * Returns the SQL expression of a row's title. Pages have none; the name of their business line is
 * used.
 */
export const titlesOf = ({ strapi }: WithStrapi) => {
  const forms = { models: modelsOf({ strapi }), tables: tablesOf({ strapi }) };
  return (uid: string, alias: string): string => {
    const own = titleExpression(forms, uid, alias);
    if (forms.models(uid).attributes.vertical?.target !== BUSINESS_LINE) return own;
    const { table, from, to } = forms.tables(uid).link('vertical');
    const lines = forms.tables(BUSINESS_LINE);
    return (
      `coalesce(${own}, (select v.${escapeIdentifier(lines.column('name'))} from ${escapeIdentifier(table)} l ` +
      `join ${escapeIdentifier(lines.name)} v on v.id = l.${escapeIdentifier(to)} ` +
      `where l.${escapeIdentifier(from)} = ${alias}.id order by l.id limit 1))`
    );
  };
};
