import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { isPageType } from '../../../../catalogue/page-types';
import type { Text } from '../../../../feature/layout';
import { localizedError } from '../../../../platform/http/localized-error';
import { currentLanguage } from '../../../../platform/http/message-language';
import { contentTypesOf, findModel, isLocalized } from '../../../../platform/strapi/models';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../platform/strapi/queries';
import type { Column, Planned, ShownIn } from '../edit';
import type { Named } from './cells';
import { columnsOf } from './columns';
import { draftsOf, type Draft } from './drafts';
import { bulkEditErrors } from './errors';
import { referenceFromRow, findNamingAttributes } from './find-references';
import { planReferenceRow } from './reference-row';

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

/** Place with the column that is written. */
export type PlaceColumn = { shown: ShownIn; column: Column };

const isList = ({ kind, isMany, target }: Column): boolean =>
  kind === 'relation' && isMany && target !== null;

/** Returns whether the target of a relation lists the entries that refer to it. */
const listsBack = ({ strapi }: WithStrapi, uid: string, { name, target }: Column): boolean =>
  Object.values(findModel({ strapi }, target ?? '')?.attributes ?? {}).some(
    (attribute) => attribute?.target === uid && attribute.mappedBy === name,
  );

/**
 * Returns the relations that show entries of a type to visitors, if the user may write them. The
 * entry refers to what lists it, or other entries refer to it. Pages are excluded, because they are
 * arranged one by one.
 */
export const findRelationColumns = (
  { strapi }: WithStrapi,
  { uid, ability }: Pick<Placement, 'uid' | 'ability'>,
): PlaceColumn[] => {
  /** @param chosen type of the chosen entry */
  const placeOf = (column: Column, of: string, chosen: string): PlaceColumn => {
    const { name: attribute, label } = column;
    const type = findModel({ strapi }, chosen)?.info.displayName ?? chosen;
    return { column, shown: { uid: of, attribute, label, chosen, type } };
  };
  const own = columnsOf({ strapi }, { uid, ability })
    .filter((column) => isList(column) && listsBack({ strapi }, uid, column))
    .map((column) => placeOf(column, uid, column.target ?? ''));
  const others = contentTypesOf({ strapi })
    .filter((type) => type.uid.startsWith('api::') && type.uid !== uid && !isPageType(type.uid))
    .filter(({ attributes }) => Object.values(attributes).some((one) => one?.target === uid))
    .flatMap((type) =>
      columnsOf({ strapi }, { uid: type.uid, ability })
        .filter((column) => isList(column) && column.target === uid)
        .map((column) => placeOf(column, type.uid, type.uid)),
    );
  return [...own, ...others];
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
  const hasLanguages = isLocalized(findModel({ strapi }, uid));
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

/**
 * Plans how some entries are added to a chosen place, with a row for each changed locale. Nothing
 * is changed. The number of queries is independent of the number of entries.
 *
 * @throws ValidationError `NO_SUCH_PLACE`
 * @throws NotFoundError `ENTRIES_UNKNOWN`
 */
export const planPlacement = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, at, to }: Placement,
): Promise<Planned[]> => {
  const place = findRelationColumns({ strapi }, { uid, ability }).find(
    ({ shown }) => shown.uid === at.uid && shown.attribute === at.attribute,
  );
  if (place === undefined) throw localizedError({ strapi }, bulkEditErrors.NO_SUCH_PLACE);
  const { column, shown } = place;
  // The selected entries refer to the chosen one, or it refers to them.
  const isOwn = shown.uid === uid;
  const known = isOwn
    ? await knownBy({ strapi }, { uid: shown.chosen as UID.ContentType, ability }, [to])
    : await knownBy({ strapi }, { uid, ability }, documents);
  const written = isOwn ? documents : [to];
  const of = { uid: shown.uid as UID.ContentType, ability };
  const { drafts, publishedOf } = await draftsOf({ strapi }, of, written, [column]);
  const found = new Set(drafts.map(({ documentId }) => documentId));
  if (written.some((id) => !found.has(id))) {
    throw localizedError({ strapi }, bulkEditErrors.ENTRIES_UNKNOWN);
  }
  const language = currentLanguage({ strapi });
  return drafts.flatMap((draft): Planned[] => {
    const before = draft[column.name] as Named[];
    const missing = known.filter(
      ({ named }) => !before.some(({ documentId }) => documentId === named.documentId),
    );
    const added = missing.filter((one) => isIn(draft, one)).map(({ named }) => named);
    if (missing.length === 0 || (added.length === 0 && !isOwn)) return [];
    const error = added.length === 0 ? notInLanguage : null;
    const after = [...before, ...added];
    return [planReferenceRow(column, draft, { after, publishedOf, language, error })];
  });
};
