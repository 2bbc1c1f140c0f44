import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { compareTexts } from '../../../../../catalogue/comparable-text';
import {
  lineAttributeOf,
  pictureAttributeOf,
  pictureOf,
  stateOf,
  type ListedRow,
} from '../../../../../catalogue/entry-summary';
import { findStaleTranslations } from '../../../../../feature/application';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { permittedWhere } from '../../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../../platform/strapi/queries';
import { siteLocales } from '../../../../../platform/strapi/site-locales';
import type { LanguageState, Row, Rows } from '../../lists';
import { readReferencedNames } from './referenced-names';

type BusinessLineName = { documentId: string; name: string | null };

type Stored = ListedRow & { id: number } & Partial<
    Record<'verticals' | 'vertical', BusinessLineName | BusinessLineName[] | null>
  >;

/**
 * Returns the additional columns of a list's entries: picture, lines, readable locales and
 * references.
 *
 * @param relations relations whose references are returned
 */
export const rowsOf = async (
  { strapi }: WithStrapi,
  {
    uid,
    ability,
    documents,
    locale,
    relations = [],
  }: {
    uid: UID.ContentType;
    ability: unknown;
    documents: readonly string[];
    locale: string | null;
    relations?: readonly string[];
  },
): Promise<Rows> => {
  const model = findModel({ strapi }, uid);
  const isWithoutDrafts = !hasDrafts(model);
  const picture = pictureAttributeOf({ strapi }, uid);
  const line = lineAttributeOf({ strapi }, uid);
  const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
  const found = await tableOf<Stored>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: documents } }] },
    populate: {
      ...(picture !== undefined && { [picture]: { select: ['url', 'formats'] } }),
      ...(line !== null && { [line]: { select: ['documentId', 'name'] } }),
    } as Record<NonNullable<typeof picture | typeof line>, object>,
    orderBy: { id: 'asc' },
  });
  const stale = await findStaleTranslations({ strapi }, uid, documents);

  const locales = isLocalized(model) ? await siteLocales({ strapi }) : [];

  const linesOf = (row: Stored): string[] => {
    const lines = line === null ? [] : [row[line] ?? []].flat();
    return lines.flatMap(({ name }) => name ?? []).sort(compareTexts);
  };

  const draftsOf = (documentId: string): Stored[] =>
    found.filter(
      (row) => row.documentId === documentId && (isWithoutDrafts || row.publishedAt === null),
    );

  const shownOf = (drafts: readonly Stored[]): Stored | undefined =>
    drafts.find((row) => row.locale === locale) ?? drafts[0];

  const namedOf = await readReferencedNames(
    { strapi },
    {
      uid,
      ability,
      rows: documents.flatMap((documentId) => shownOf(draftsOf(documentId))?.id ?? []),
      locale: locale ?? (await defaultLocale({ strapi })),
    },
    relations,
  );

  const rowOf = (documentId: string): Row[] => {
    const drafts = draftsOf(documentId);
    const shown = shownOf(drafts);
    if (shown === undefined) return [];
    const languages = drafts.map((draft): LanguageState => {
      const published = found.find(
        (row) =>
          row.documentId === documentId && row.publishedAt !== null && row.locale === draft.locale,
      );
      const older = stale.find(
        (one) => one.documentId === documentId && one.locale === draft.locale,
      );
      return {
        locale: draft.locale,
        state: stateOf(draft, published, isWithoutDrafts),
        olderSince: older?.since.toISOString() ?? null,
      };
    });
    return [
      {
        documentId,
        picture: pictureOf(shown, picture),
        lines: linesOf(shown),
        languages,
        named: namedOf(shown.id),
      },
    ];
  };

  return { locales, rows: documents.flatMap(rowOf) };
};
