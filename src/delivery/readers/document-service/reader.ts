import type { Core } from '@strapi/types';
import { ROW_ID_ALIASES } from '../../invalidation/row-id-aliases';
import { documentKey, typeKey } from '../../invalidation/keys';
import { listRows, referenceKey, toReference, type DocumentRow } from './document-row';
import { toStrapiFilters } from '../../plan/filter';
import { MEDIA_UID } from '../../plan/media-fields';
import { modelsOf } from '../../plan/model';
import { translateMedia, type AbsoluteUrl } from './media';
import type { FieldOfKind, ReadPlan } from '../../plan/read-plan';
import type { RememberedSlots } from '../../plan/slots';
import { documentsOf } from '../../../platform/strapi/documents';
import { createSqlRunner } from '../../../platform/strapi/pooled-sql';
import {
  readUndivided,
  totalOrder,
  type DocumentReference,
  type PageWindow,
  type Reader,
  type RequestParameters,
} from '../reader';
import type { VisibleDraft } from '../../visible-draft';
import { fillSlots } from './fill-slots';
import { linksIn, resolveLinks } from './links';
import { createPreviewRows, type Reading } from './preview-rows';
import { selectionOf, toSort, type Selection } from './selection';
import { placeOfDocument, serialize, type SerializeOptions } from './serialize';
import { walkRows, type Holder } from './walk-rows';

type Options = {
  strapi: Core.Strapi;
  absolute: AbsoluteUrl;
  /** Replaces the URLs of private files by placeholders, which are signed when the text is sent. */
  hideAddresses: (files: readonly DocumentRow[]) => Promise<void>;
  /** Document whose draft is read; null reads only published documents. */
  draft?: VisibleDraft | null;
  hasSources?: boolean;
};

type ReferencedBy = FieldOfKind<'referencedBy'>;

const key = (field: ReferencedBy, documentId: unknown): string =>
  `${field.uid} ${field.via} ${String(documentId)}`;

/** Returns the common locale of some references; undefined means all locales. */
const localeOf = (references: readonly DocumentReference[]): string | undefined => {
  const [locale, ...others] = new Set(references.map((reference) => reference.locale));
  return others.length === 0 ? (locale ?? undefined) : undefined;
};

/**
 * Creates a reader that uses Strapi's Document Service. It reads exactly the fields and relations
 * of a contract. The number of statements depends on the contract, never on the number of
 * documents.
 */
export const createDocumentServiceReader = ({
  strapi,
  absolute,
  hideAddresses,
  draft = null,
  hasSources = false,
}: Options): Reader => {
  const models = modelsOf({ strapi });

  const readSlots = async (uid: string, attribute: string, ids: readonly unknown[]) => {
    if (ids.length === 0) return new Map<unknown, RememberedSlots>();
    const rows = (await strapi.db
      .query(uid)
      .findMany({ where: { id: { $in: ids } }, select: ['id', attribute] })) as DocumentRow[];
    return new Map(rows.map((row) => [row.id, (row[attribute] ?? {}) as RememberedSlots]));
  };

  const preview = draft && createPreviewRows({ strapi }, { models, draft, readSlots });

  /** @param slotAttribute attribute in which published rows store their slots, for previews */
  const fetch = (
    uid: string,
    selection: Selection,
    { where = {}, locale = '*', sort = [] }: Reading,
    window: Partial<PageWindow> = {},
    slotAttribute: string | null = null,
  ): Promise<DocumentRow[]> => {
    const sorted = toSort(sort);
    return preview === null
      ? documentsOf({ strapi }, uid).findMany({
          ...selection,
          filters: where,
          locale,
          status: 'published',
          sort: sorted,
          ...window,
        })
      : preview.findMany(uid, selection, { where, locale, sort: sorted }, window, slotAttribute);
  };

  const select = (plan: ReadPlan, parameters: RequestParameters): Selection =>
    selectionOf(plan, {
      parameters,
      populatesSlots: preview !== null,
      isLocalized: (uid) => models(uid).isLocalized,
      showsPublished: (uid) => preview === null && uid !== MEDIA_UID && models(uid).hasDrafts,
    });

  const fetchRows = async (
    plan: ReadPlan,
    reading: Reading,
    parameters: RequestParameters,
  ): Promise<DocumentRow[]> => {
    const selection = select(plan, parameters);
    const fields = selection.fields && [...new Set([...selection.fields, 'locale'])];
    const rows = await fetch(plan.uid, { ...selection, fields }, reading, {}, plan.slotAttribute);
    if (preview !== null) return rows;
    await fillSlots(plan, rows, readSlots, (shown, documentIds, locale) =>
      fetch(shown.uid, select(shown, parameters), {
        where: { documentId: { $in: documentIds } },
        locale,
      }),
    );
    return rows;
  };

  const fetchReferencing = (
    field: ReferencedBy,
    ids: readonly unknown[],
    parameters: RequestParameters,
  ) => {
    const { fields, populate } = select(field.plan, parameters);
    return fetch(
      field.uid,
      { fields, populate: { ...populate, [field.via]: { fields: ['documentId'], populate: {} } } },
      { where: { [field.via]: { documentId: { $in: ids } } }, sort: field.sort },
    );
  };

  /** Returns the rows that reference these, by field and document, in the order of the field. */
  const collectReferencing = async (
    plan: ReadPlan,
    rows: readonly DocumentRow[],
    parameters: RequestParameters,
  ) => {
    const idsByField = new Map<ReferencedBy, Set<unknown>>();
    for (const row of rows) {
      walkRows(plan, row, (inner, target) => {
        for (const field of inner.fields) {
          if (field.kind !== 'referencedBy') continue;
          idsByField.set(field, (idsByField.get(field) ?? new Set()).add(target.documentId));
        }
      });
    }
    const rowsByKey = new Map<string, DocumentRow[]>();
    for (const [field, ids] of idsByField) {
      for (const row of await fetchReferencing(field, [...ids], parameters)) {
        for (const documentId of new Set(
          listRows(row, field.via).map((target) => target.documentId),
        )) {
          const at = key(field, documentId);
          rowsByKey.set(at, [...(rowsByKey.get(at) ?? []), row]);
        }
      }
    }
    return rowsByKey;
  };

  const serializeRows = async (
    plan: ReadPlan,
    rows: readonly DocumentRow[],
    parameters: RequestParameters,
  ): Promise<readonly DocumentRow[]> => {
    const referencing = await collectReferencing(plan, rows, parameters);
    const files: DocumentRow[] = [];
    const links: ReturnType<typeof linksIn> = [];
    const collect = (inner: ReadPlan, row: DocumentRow, _path: unknown, holder: Holder): void => {
      if (inner.uid === MEDIA_UID) {
        files.push(row);
        if (models(holder.uid).isLocalized) translateMedia(row, holder.row.locale);
      }
      links.push(...linksIn(inner, row, holder));
      for (const field of inner.fields) {
        if (field.kind !== 'referencedBy') continue;
        for (const target of referencing.get(key(field, row.documentId)) ?? []) {
          walkRows(field.plan, target, collect);
        }
      }
    };
    for (const row of rows) walkRows(plan, row, collect);
    await resolveLinks({ strapi }, links, draft);
    await hideAddresses([...new Set(files)]);
    const options: SerializeOptions = {
      parameters,
      absolute,
      referencing: (field, target) => referencing.get(key(field, target.documentId)) ?? [],
    };
    return rows.map((row) =>
      serialize(
        plan,
        row,
        hasSources ? { ...options, place: placeOfDocument(plan, row) } : options,
      ),
    );
  };

  const read: Reader['read'] = async ({ plan, embedded }, references, parameters) => {
    const documentIds = references.map(({ documentId }) => documentId);
    const rows = await fetchRows(
      plan,
      { where: { documentId: { $in: documentIds } }, locale: localeOf(references) },
      parameters,
    );
    const answers = await serializeRows(plan, rows, parameters);
    const texts = new Map(
      rows.map((row, at) => [
        referenceKey(toReference(row)),
        Buffer.from(JSON.stringify(answers[at])),
      ]),
    );
    // The Document Service does not report which nested documents it read, so the keys name whole
    // types.
    const shown = [...embedded].map(typeKey);
    return references.map((reference) => {
      const text = texts.get(referenceKey(reference));
      return text === undefined
        ? null
        : { text, keys: [documentKey(reference.documentId), ...shown] };
    });
  };

  return {
    async list(uid, { where = {}, locale, sort }, window) {
      const rows = await fetch(
        uid,
        { fields: ['documentId', 'locale'], populate: {} },
        { where: toStrapiFilters(where), locale, sort: totalOrder(sort) },
        window,
      );
      return rows.map(toReference);
    },

    count: (uid, { where = {}, locale = '*' }) => {
      const filters = toStrapiFilters(where);
      return preview === null
        ? documentsOf({ strapi }, uid).count({ filters, locale, status: 'published' })
        : preview.count(uid, filters, locale);
    },

    async findByRowId(uid, id) {
      const row = (await strapi.db
        .query(uid)
        .findOne({ where: { id }, select: ['documentId', 'locale'] })) as DocumentRow | null;
      if (row !== null) return toReference(row);
      const [alias] = await createSqlRunner(strapi.db.connection)<DocumentReference>(
        `SELECT document_id AS "documentId", nullif(locale, '') AS locale FROM ${ROW_ID_ALIASES} WHERE uid = $1 AND id = $2`,
        [uid, id],
      );
      return alias ?? null;
    },

    read,

    readShallow: readUndivided(read),
  };
};
