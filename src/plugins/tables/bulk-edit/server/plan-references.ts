import type { TypeRequest } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isPageType } from '#catalogue/page-types';
import type { Text } from '#feature/layout';
import { createLocalizedError } from '#platform/http/localized-error';
import { getCurrentLanguage } from '#platform/http/message-language';
import { listContentTypes, findModel, isLocalized } from '#platform/strapi/models';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { createReadableTitles } from '#catalogue/access/hidden-entries';
import { getEntryTitle } from '#catalogue/entry-summary';
import { getLanguageName } from '#catalogue/locale-names';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { findWritableLines } from '#catalogue/access/limits';
import type { Column, PlannedRow, ShownIn, Replaceable } from '../edit';
import { type NamedReference, writeCell, isNaming } from './cells';
import { listChangeableColumns } from './fields';
import { readChangeableDrafts, withField, type Draft, type PublishedOf } from './drafts';
import { bulkEditErrors } from './errors';
import {
  convertRowToReference,
  findReadableNaming,
  createReferenceFinder,
} from './find-references';

/** Returns a function that gives the title of a draft to the user, with its locale. */
const createDraftTitles = (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): ((draft: Draft) => string) => {
  const readableTitle = createReadableTitles({ strapi }, ability, uid);
  const language = getCurrentLanguage({ strapi });
  return (draft) => {
    const title = readableTitle(getEntryTitle(draft));
    return draft.locale === null ? title : `${title} (${getLanguageName(draft.locale, language)})`;
  };
};

/** Plans the references of an entry's locale in a column, unless there is an error. */
const planReferenceRow = (
  column: Column,
  draft: Draft,
  {
    after,
    publishedOf,
    draftTitle,
    error = null,
  }: {
    after: readonly NamedReference[];
    publishedOf: PublishedOf;
    draftTitle: (draft: Draft) => string;
    error?: Text | null;
  },
): PlannedRow => {
  const { documentId } = draft;
  const written = { column, draft, published: publishedOf(draft), value: after };
  const [before, then] = [draft[column.name], after].map((value) => writeCell(column, value));
  return {
    key: documentId,
    documentId,
    title: draftTitle(draft),
    error,
    cells: [{ before: before ?? '', after: then ?? '', error: null }],
    changes: error === null ? [withField(undefined, written)] : [],
  };
};

type Selection = TypeRequest & { documents: readonly string[] };

type Placement = Selection & {
  at: { uid: string; attribute: string };
  /** Entry that was chosen for the whole selection. */
  to: string;
};

const notInLanguage: Text = {
  en: 'The chosen entry has no version in this locale.',
  es: 'La entrada elegida no tiene versión en este idioma.',
};

/** Place with the column that is written. */
type PlaceColumn = { shown: ShownIn; column: Column };

const isList = ({ kind, isMany, target }: Column): boolean =>
  kind === 'relation' && isMany && target !== null;

/** Returns whether the target of a relation lists the entries that refer to it. */
const hasInverseRelation = (
  { strapi }: WithStrapi,
  uid: string,
  { name, target }: Column,
): boolean =>
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
  { uid, ability }: TypeRequest,
): PlaceColumn[] => {
  /** @param chosen type of the chosen entry */
  const createPlaceColumn = (column: Column, listedUid: string, chosen: string): PlaceColumn => {
    const { name: attribute, label } = column;
    const type = findModel({ strapi }, chosen)?.info.displayName ?? chosen;
    return { column, shown: { uid: listedUid, attribute, label, chosen, type } };
  };
  const ownColumns = listChangeableColumns({ strapi }, { uid, ability })
    .filter((column) => isList(column) && hasInverseRelation({ strapi }, uid, column))
    .map((column) => createPlaceColumn(column, uid, column.target ?? ''));
  const others = listContentTypes({ strapi })
    .filter((type) => type.uid.startsWith('api::') && type.uid !== uid && !isPageType(type.uid))
    .filter(({ attributes }) =>
      Object.values(attributes).some((attribute) => attribute?.target === uid),
    )
    .flatMap((type) =>
      listChangeableColumns({ strapi }, { uid: type.uid, ability })
        .filter((column) => isList(column) && column.target === uid)
        .map((column) => createPlaceColumn(column, type.uid, type.uid)),
    );
  return [...ownColumns, ...others];
};

/** Entry with the locales in which it exists; null for all. */
type KnownEntry = { reference: NamedReference; locales: ReadonlySet<string> | null };

/**
 * Reads entries by their documentIds.
 *
 * @throws NotFoundError `ENTRIES_UNKNOWN` if the user may not read all of them
 */
const readEntries = async (
  { strapi }: WithStrapi,
  { uid, ability, documents }: Selection,
): Promise<readonly KnownEntry[]> => {
  const hasLanguages = isLocalized(findModel({ strapi }, uid));
  const rows = await getTable<Draft>({ strapi }, uid).findMany({
    where: {
      $and: [
        await buildPermittedWhere({ strapi }, { ability, uid, query: {} }),
        { documentId: { $in: [...documents] } },
      ],
    },
    select: [
      'documentId',
      ...findReadableNaming({ strapi }, { uid, ability }),
      ...(hasLanguages ? ['locale' as const] : []),
    ],
    orderBy: { id: 'asc' },
  });
  const documentIds = [...new Set(documents)];
  const knownEntries = documentIds.flatMap((id): KnownEntry[] => {
    const versions = rows.filter(({ documentId }) => documentId === id);
    const [first] = versions;
    if (first === undefined) return [];
    const locales = versions.flatMap(({ locale }) => locale ?? []);
    return [
      {
        reference: convertRowToReference(uid, first),
        locales: hasLanguages ? new Set(locales) : null,
      },
    ];
  });
  if (knownEntries.length < documentIds.length) {
    throw createLocalizedError({ strapi }, bulkEditErrors.ENTRIES_UNKNOWN);
  }
  return knownEntries;
};

const isIn = ({ locale }: Draft, { locales }: KnownEntry): boolean =>
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
): Promise<PlannedRow[]> => {
  const place = findRelationColumns({ strapi }, { uid, ability }).find(
    ({ shown }) => shown.uid === at.uid && shown.attribute === at.attribute,
  );
  if (place === undefined) throw createLocalizedError({ strapi }, bulkEditErrors.NO_SUCH_PLACE);
  const { column, shown } = place;
  // The selected entries refer to the chosen one, or it refers to them.
  const isOwn = shown.uid === uid;
  const knownEntries = await readEntries(
    { strapi },
    isOwn
      ? { uid: shown.chosen as UID.ContentType, ability, documents: [to] }
      : { uid, ability, documents },
  );
  const written = isOwn ? documents : [to];
  const selection = { uid: shown.uid as UID.ContentType, ability };
  const { drafts, publishedOf } = await readChangeableDrafts({ strapi }, selection, written, [
    column,
  ]);
  const documentIds = new Set(drafts.map(({ documentId }) => documentId));
  if (written.some((id) => !documentIds.has(id))) {
    throw createLocalizedError({ strapi }, bulkEditErrors.ENTRIES_UNKNOWN);
  }
  const draftTitle = createDraftTitles({ strapi }, selection);
  return drafts.flatMap((draft): PlannedRow[] => {
    const before = draft[column.name] as NamedReference[];
    const missingEntries = knownEntries.filter(
      ({ reference }) => !before.some(({ documentId }) => documentId === reference.documentId),
    );
    const added = missingEntries
      .filter((entry) => isIn(draft, entry))
      .map(({ reference }) => reference);
    if (missingEntries.length === 0 || (added.length === 0 && !isOwn)) return [];
    const error = added.length === 0 ? notInLanguage : null;
    const after = [...before, ...added];
    return [planReferenceRow(column, draft, { after, publishedOf, draftTitle, error })];
  });
};

type Replacement = Selection & {
  /** Relation, and the documentIds of the replaced document and of the replacement. */
  attribute: string;
  from: string;
  to: string;
};

/** Replaces a document in a list. The replacement stays once if the list already has it. */
const replaceReference = (
  references: readonly NamedReference[],
  from: string,
  to: NamedReference,
): NamedReference[] => [
  ...new Map(
    references
      .map((reference) => (reference.documentId === from ? to : reference))
      .map((reference) => [reference.documentId, reference] as const),
  ).values(),
];

/**
 * Plans the replacement of a referenced document in some entries, with a row for each locale that
 * refers to it. Nothing is changed. Replacements that the user may not read are not planned.
 */
export const planReplacement = async (
  { strapi }: WithStrapi,
  { uid, ability, documents, attribute, from, to }: Replacement,
): Promise<PlannedRow[]> => {
  const column = listChangeableColumns({ strapi }, { uid, ability }).find(
    (item) => item.name === attribute && isNaming(item),
  );
  if (column === undefined || column.target === null) return [];
  const target = column.target as UID.ContentType;
  const find = await createReferenceFinder({ strapi }, { uid: target, ability, names: [to] });
  const [replacement] = find(to);
  if (replacement === undefined) return [];
  const { drafts, publishedOf } = await readChangeableDrafts(
    { strapi },
    { uid, ability },
    documents,
    [column],
  );
  const draftTitle = createDraftTitles({ strapi }, { uid, ability });
  return drafts.flatMap((draft: Draft): PlannedRow[] => {
    const before = draft[attribute] as NamedReference[];
    if (!before.some(({ documentId }) => documentId === from)) return [];
    const after = replaceReference(before, from, replacement);
    return [planReferenceRow(column, draft, { after, publishedOf, draftTitle })];
  });
};

/**
 * Returns the references of a selection that the user may replace, by descending count. Users with
 * a single business line cannot replace that line.
 */
export const listReplaceableReferences = async (
  { strapi }: WithStrapi,
  { uid, ability, documents }: Selection,
): Promise<Replaceable[]> => {
  const lines = findWritableLines({ strapi }, uid);
  const mayReplace = ({ target }: Column, documentId: string): boolean =>
    target !== BUSINESS_LINE || lines === null || (lines.length > 1 && lines.includes(documentId));
  const columns = listChangeableColumns({ strapi }, { uid, ability }).filter(isNaming);
  const { drafts } = await readChangeableDrafts({ strapi }, { uid, ability }, documents, columns);
  const options = columns.flatMap((column) => {
    const { name: attribute, label, target } = column;
    const optionsById = new Map<string, { name: string; documents: Set<string> }>();
    for (const draft of drafts) {
      for (const { documentId, name } of draft[attribute] as NamedReference[]) {
        const option = optionsById.get(documentId) ?? { name, documents: new Set<string>() };
        option.documents.add(draft.documentId);
        optionsById.set(documentId, option);
      }
    }
    const replaceable = [...optionsById].filter(([documentId]) => mayReplace(column, documentId));
    return replaceable.map(([documentId, option]) => ({
      attribute,
      label,
      target: target ?? '',
      documentId,
      name: option.name,
      count: option.documents.size,
    }));
  });
  return options.sort((first, other) => other.count - first.count);
};
