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
import { ofKind, ofLine } from './narrowing';

/** A list of a type as somebody sees it. */
export type List = Narrowing & { uid: UID.ContentType; ability: unknown };

/** An entry's position, and whether all its languages and versions have it. */
export type Ordered = { documentId: string; position: number; isSame: boolean };

/**
 * The entries of a list in the order of public lists. Where its languages differ, the draft in the first language says
 * where an entry stands.
 */
export const readOrder = async (
  { strapi }: WithStrapi,
  { uid, ability, line, kind }: List,
  trx?: Transaction,
): Promise<readonly Ordered[]> => {
  const { name, column } = tablesOf({ strapi })(uid);
  const [table, document, locale, published, position] = [
    name,
    ...['documentId', 'locale', 'publishedAt', POSITION].map(column),
  ].map(escapeIdentifier);
  const model = findModel({ strapi }, uid);
  const isDraft = model !== undefined && hasDrafts(model) ? `and p.${published} is null` : '';
  const permitted = await permittedRows({ strapi }, { ability, uid });
  // Who may read all of a type is spared a look at all of it.
  const isPermitted = permitted.isAll ? 'true' : `p.id in (${permitted.sql})`;
  const narrowed = [ofLine({ strapi }, uid, line), ofKind({ strapi }, uid, kind)];
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

/** Another text for every other order. */
export const versionOf = (order: readonly Ordered[]): string =>
  createHash('sha256')
    .update(order.map(({ documentId, position }) => `${documentId} ${position}`).join(','))
    .digest('base64url');
