import type { Core } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { entryAccess } from '../../../../strapi/entry-access';
import { contentTypesOf, hasDrafts } from '../../../../strapi/models';
import { permittedRows } from '../../../../strapi/permitted-query';
import { sql } from '../../../../strapi/queries';
import { tablesOf } from '../../../../strapi/tables';
import type { Work } from '../../work';
import { titlesOf } from './title';

type WithStrapi = { strapi: Core.Strapi };

/** Whose drafts are asked for: those that a person saved last, or those of others that the person may publish. */
export type Asked = {
  ability: unknown;
  userId: number;
  of: 'mine' | 'others';
  limit: number;
};

type Row = Pick<Work, 'uid' | 'documentId' | 'locale' | 'title'> & {
  isPublic: boolean;
  at: Date;
};

const whose = {
  mine: 'd.updated_by_id = ?',
  others: 'd.updated_by_id is distinct from ?',
} as const;

/**
 * Drafts that were never published, or were saved since, the latest first: one statement over all types that somebody
 * may read and, of what others saved, publish.
 */
export const unpublishedFor = async (
  { strapi }: WithStrapi,
  { ability, userId, of, limit }: Asked,
): Promise<Work[]> => {
  const tables = tablesOf({ strapi });
  const titleOf = titlesOf({ strapi });
  const action = of === 'mine' ? 'read' : 'publish';
  const types = contentTypesOf({ strapi }).filter(
    (type) =>
      type.uid.startsWith('api::') &&
      hasDrafts(type) &&
      entryAccess({ strapi }, { ability, uid: type.uid }).may('read') &&
      entryAccess({ strapi }, { ability, uid: type.uid }).may(action),
  );
  if (types.length === 0) return [];

  const bindings: unknown[] = [];
  const parts: string[] = [];
  for (const { uid } of types) {
    const name = escapeIdentifier(tables(uid).name);
    const readable = await permittedRows({ strapi }, { ability, uid });
    const permitted = await permittedRows({ strapi }, { ability, uid, action });
    parts.push(
      `(select ${escapeLiteral(uid)} as uid, d.document_id as "documentId", d.locale,
               ${titleOf(uid, 'd')} as title, p.id is not null as "isPublic", d.updated_at as at
          from ${name} d
          left join ${name} p on p.document_id = d.document_id and p.locale is not distinct from d.locale
                             and p.published_at is not null
         where d.published_at is null and ${whose[of]}
           and (p.id is null or d.updated_at > p.updated_at) and d.id in (${readable.sql})
           and d.id in (${permitted.sql})
         order by d.updated_at desc limit ?)`,
    );
    bindings.push(userId, ...readable.bindings, ...permitted.bindings, limit);
  }
  const { rows } = await sql(
    { strapi },
    `${parts.join(' union all ')} order by at desc, "documentId" limit ?`,
    [...bindings, limit],
  );
  const names = new Map(types.map(({ uid, info }) => [uid as string, info.displayName]));
  return (rows as Row[]).map(({ uid, documentId, locale, title, isPublic, at }) => ({
    uid,
    type: names.get(uid) ?? uid,
    documentId,
    locale,
    title,
    state: isPublic ? 'modified' : 'draft',
    at: at.toISOString(),
  }));
};
