import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Text } from '../../../../feature/layout';
import { localizedError } from '../../../../platform/http/localized-error';
import { currentLanguage } from '../../../../platform/http/message-language';
import { findModel, isLocalized } from '../../../../platform/strapi/models';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../platform/strapi/queries';
import type { Planned } from '../edit';
import type { Named } from './cells';
import { draftsOf, type Draft } from './drafts';
import { bulkEditErrors } from './errors';
import { referenceFromRow, findNamingAttributes } from './find-references';
import { planReferenceRow, refusedRow } from './reference-row';
import { findRelationColumns, type PlaceColumn } from './relation-columns';

type Placement = {
  uid: UID.ContentType;
  ability: unknown;
  documents: readonly string[];
  /** Relation that is written. */
  at: { uid: string; attribute: string };
  /** Entry that was chosen for the whole selection. */
  to: string;
};

const notInLanguage: Text = {
  en: 'The chosen entry has no version in this locale.',
  es: 'La entrada elegida no tiene versión en este idioma.',
};

/** Entry with the locales in which it exists; null for all. */
type Known = { named: Named; locales: ReadonlySet<string> | null };

type Row = {
  documentId: string;
  locale?: string | null;
  slug?: string | null;
  name?: string | null;
  title?: string | null;
};

/**
 * Reads entries by their documentIds.
 *
 * @throws NotFoundError `ENTRIES_UNKNOWN` if the user may not read all of them
 */
const knownBy = async (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
  documents: readonly string[],
): Promise<readonly Known[]> => {
  const model = findModel({ strapi }, uid);
  const hasLanguages = model !== undefined && isLocalized(model);
  const rows = await tableOf<Row>({ strapi }, uid).findMany({
    where: {
      $and: [
        await permittedWhere({ strapi }, { ability, uid, query: {} }),
        { documentId: { $in: [...documents] } },
      ],
    },
    select: [
      'documentId',
      ...findNamingAttributes({ strapi }, uid),
      ...(hasLanguages ? ['locale' as const] : []),
    ],
    orderBy: { id: 'asc' },
  });
  const wanted = [...new Set(documents)];
  const known = wanted.flatMap((id): Known[] => {
    const own = rows.filter(({ documentId }) => documentId === id);
    const [first] = own;
    if (first === undefined) return [];
    const locales = own.flatMap(({ locale }) => locale ?? []);
    return [
      { named: referenceFromRow(uid, first), locales: hasLanguages ? new Set(locales) : null },
    ];
  });
  if (known.length < wanted.length) {
    throw localizedError({ strapi }, bulkEditErrors.ENTRIES_UNKNOWN);
  }
  return known;
};

const isIn = ({ locale }: Draft, { locales }: Known): boolean =>
  locale === null || locales === null || locales.has(locale);

/** Plans a reference to the chosen entry in each locale of the selected entries. */
const planOwn = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, to }: Placement,
  { column, shown: { chosen } }: PlaceColumn,
): Promise<Planned[]> => {
  const target = chosen as UID.ContentType;
  const [known] = await knownBy({ strapi }, { uid: target, ability }, [to]);
  const { drafts, publishedOf } = await draftsOf({ strapi }, { uid, ability }, documents, [column]);
  const found = new Set(drafts.map(({ documentId }) => documentId));
  if (known === undefined || documents.some((id) => !found.has(id))) {
    throw localizedError({ strapi }, bulkEditErrors.ENTRIES_UNKNOWN);
  }
  const language = currentLanguage({ strapi });
  return drafts.flatMap((draft): Planned[] => {
    const before = draft[column.name] as Named[];
    if (before.some(({ documentId }) => documentId === to)) return [];
    if (!isIn(draft, known)) return [refusedRow(column, draft, { error: notInLanguage, language })];
    const after = [...before, known.named];
    return [planReferenceRow(column, draft, { after, publishedOf, language })];
  });
};

/** Plans references to the selected entries in each locale of the chosen entry. */
const planOther = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, to }: Placement,
  { column, shown: { chosen } }: PlaceColumn,
): Promise<Planned[]> => {
  const all = await knownBy({ strapi }, { uid, ability }, documents);
  const of = { uid: chosen as UID.ContentType, ability };
  const { drafts, publishedOf } = await draftsOf({ strapi }, of, [to], [column]);
  if (drafts.length === 0) throw localizedError({ strapi }, bulkEditErrors.ENTRIES_UNKNOWN);
  const language = currentLanguage({ strapi });
  return drafts.flatMap((draft): Planned[] => {
    const before = draft[column.name] as Named[];
    const others = all
      .filter((known) => isIn(draft, known))
      .map(({ named }) => named)
      .filter((named) => !before.some(({ documentId }) => documentId === named.documentId));
    return others.length === 0
      ? []
      : [planReferenceRow(column, draft, { after: [...before, ...others], publishedOf, language })];
  });
};

/**
 * Plans how some entries are added to a chosen place, with a row for each changed locale. Nothing
 * is changed. The number of queries is independent of the number of entries.
 *
 * @throws ValidationError `NO_SUCH_PLACE`
 * @throws NotFoundError `ENTRIES_UNKNOWN`
 */
export const planPlacement = async (
  { strapi }: WithStrapi,
  placement: Placement,
): Promise<Planned[]> => {
  const { uid, at } = placement;
  const place = findRelationColumns({ strapi }, placement).find(
    ({ shown }) => shown.uid === at.uid && shown.attribute === at.attribute,
  );
  if (place === undefined) throw localizedError({ strapi }, bulkEditErrors.NO_SUCH_PLACE);
  return place.shown.uid === uid
    ? planOwn({ strapi }, placement, place)
    : planOther({ strapi }, placement, place);
};
