import { createHash } from 'node:crypto';
import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { findModel, hasDrafts } from '../../../../../platform/strapi/models';
import { permittedRows } from '../../../../../platform/strapi/permitted-query';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import type { Narrowing } from '../../order';
import { POSITION } from '../positions';
import { createKindCondition, createLineCondition } from './list-conditions';

/** List of a type with the permissions of its reader. */
export type List = Narrowing & { uid: UID.ContentType; ability: unknown };

/** Position of an entry, and whether all its locales and versions share it. */
export type EntryPosition = { documentId: string; position: number; isSame: boolean };

/**
 * Reads the entries of a list in the order of public lists. If the locales differ, the draft in the
 * default locale decides.
 */
export const readOrder = async (
  { strapi }: WithStrapi,
  { uid, ability, line, kind }: List,
  trx?: Transaction,
): Promise<readonly EntryPosition[]> => {
  const { name, column } = tablesOf({ strapi })(uid);
  const [table, document, locale, published, position] = [
    name,
    ...['documentId', 'locale', 'publishedAt', POSITION].map(column),
  ].map(escapeIdentifier);
  const isDraft = hasDrafts(findModel({ strapi }, uid)) ? `and p.${published} is null` : '';
  const permitted = await permittedRows({ strapi }, { ability, uid });
  // Users who may read the whole type need no permission subquery.
  const isPermitted = permitted.isAll ? 'true' : `p.id in (${permitted.sql})`;
  const narrowed = [
    createLineCondition({ strapi }, uid, line),
    createKindCondition({ strapi }, uid, kind),
  ];
  const { rows } = await sql(
    { strapi, trx },
    `select d.${document} as document, min(d.${position}) = max(d.${position}) as same,
            (array_agg(d.${position} order by d.${published} is not null, d.${locale} is distinct from ?, d.${locale}))[1] as position
       from ${table} d
      where d.${document} in (
        select p.${document} from ${table} p where ${isPermitted} ${isDraft}
           ${narrowed.map((part) => part.sql).join(' ')})
      group by d.${document}
      order by position, d.${document}`,
    [
      await defaultLocale({ strapi }),
      ...(permitted.isAll ? [] : permitted.bindings),
      ...narrowed.flatMap((part) => part.bindings),
    ],
  );
  return rows.map((row) => ({
    documentId: String(row.document),
    position: Number(row.position ?? 0),
    isSame: row.same === true,
  }));
};

/** Returns a hash of an order. */
export const hashOrder = (order: readonly EntryPosition[]): string =>
  createHash('sha256')
    .update(order.map(({ documentId, position }) => `${documentId} ${position}`).join(','))
    .digest('base64url');
