import type { UID } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { findModel } from '../../../../../platform/strapi/models';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { featuresOf } from '../../../../../feature/application';
import type { UnsavedForm } from '../../../../../feature/unsaved-forms';
import type { Work } from '../../unfinished-work';
import { titlesOf } from './latest';

/** Returns the user's unsaved typing in types that they may still read, the latest first. */
export const listUnsavedWork = async (
  { strapi }: WithStrapi,
  { ability, userId, limit }: { ability: unknown; userId: number; limit: number },
): Promise<Work[]> => {
  const forms: UnsavedForm[] = [];
  for (const feature of featuresOf({ strapi })) {
    forms.push(...((await feature.listUnsavedForms?.({ strapi }, userId)) ?? []));
  }
  const kept = forms
    .filter(
      ({ uid }) =>
        findModel({ strapi }, uid) !== undefined &&
        entryAccess({ strapi }, { ability, uid: uid as UID.ContentType }).may('read'),
    )
    .slice(0, limit);
  if (kept.length === 0) return [];

  const tables = tablesOf({ strapi });
  const titleOf = titlesOf({ strapi });
  const { rows } = await sql(
    { strapi },
    kept
      .map(
        ({ uid }) =>
          `(select ${escapeLiteral(uid)} as uid, d.document_id, d.locale, ${titleOf(uid, 'd')} as title
              from ${escapeIdentifier(tables(uid).name)} d
             where d.document_id = ? and coalesce(d.locale, '') = ? order by d.id limit 1)`,
      )
      .join(' union all '),
    kept.flatMap(({ documentId, locale }) => [documentId, locale]),
  );
  const titles = new Map(
    rows.map((row) => [
      [row.uid, row.document_id, row.locale ?? ''].join(' '),
      row.title as string | null,
    ]),
  );
  return kept.map(({ uid, documentId, locale, keptAt }) => ({
    uid,
    type: findModel({ strapi }, uid)?.info.displayName ?? uid,
    documentId,
    locale: locale === '' ? null : locale,
    title: titles.get(`${uid} ${documentId} ${locale}`) ?? null,
    state: 'typed',
    at: keptAt,
    by: null,
  }));
};
