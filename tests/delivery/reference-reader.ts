import type { Core } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import { linkTo } from '#feature/link-reference';
import { SOURCE } from '#delivery/field-map';
import type { Contract } from '#delivery/plan/contract';
import type { DocumentFilter } from '#delivery/plan/field-source';
import {
  MEDIA_UID,
  type MediaField,
  createModelLookup,
  buildSlotKey,
  SLOTS,
  type RememberedSlots,
} from '#delivery/plan/model';
import { LANGUAGE, type PlanField, type ReadPlan } from '#delivery/plan/read-plan';
import { toTotalOrder } from '#delivery/readers/sql/joins';
import type {
  DocumentQuery,
  DocumentReference,
  PageWindow,
  RequestParameters,
} from '#delivery/readers/reader';
import { isVisibleDraft, type VisibleDraft } from '#delivery/readers/reader';
import { createTableLookup } from '#platform/strapi/tables';

type Row = Record<string, unknown> & { id: number; documentId: string };

/** The document that holds a row, the path to the row, and the stored slots of the document. */
type Place = { uid: string; row: Row; path: readonly string[]; slots: RememberedSlots | null };

type Options = { origin: string; draft?: VisibleDraft | null };

const listRows = (value: unknown): Row[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]) as Row[];

const orNull = (value: unknown): unknown => value ?? null;

const isDocument = (uid: string): boolean => uid.includes('::') && uid !== MEDIA_UID;

const toWhere = (where: DocumentFilter): object =>
  Object.fromEntries(
    Object.entries(where).map(([name, condition]): [string, unknown] => {
      if (typeof condition === 'string') return [name, condition];
      if (Array.isArray(condition)) return [name, { $in: condition as string[] }];
      return [name, toWhere(condition as DocumentFilter)];
    }),
  );

/** Attributes that Strapi sets; no form has them. */
const ownAttributes = ['id', 'documentId', 'locale', 'createdAt', 'updatedAt', 'publishedAt'];

/**
 * Creates the reference for compiled statements: a slow reader of rows that Strapi's query engine has
 * loaded into memory. With a draft, objects carry the source of their fields.
 */
export const createReferenceReader = async (
  { strapi }: { strapi: Core.Strapi },
  { origin, draft = null }: Options,
) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });

  const populateOf = (uid: string): object =>
    Object.fromEntries(
      Object.entries(models(uid).attributes).flatMap(
        ([name, { kind, target, zone }]): [string, unknown][] => {
          if (kind === 'relation')
            return target?.startsWith('api::') === true ? [[name, { select: ['id'] }]] : [];
          if (kind === 'media') return [[name, true]];
          if (kind === 'component') return [[name, { populate: populateOf(String(target)) }]];
          if (kind !== 'zone') return [];
          const on = zone.map((part) => [part, { populate: populateOf(part) }]);
          return [[name, { on: Object.fromEntries(on) as object }]];
        },
      ),
    );

  const rows = new Map<string, Map<number, Row>>();
  for (const uid of Object.keys(strapi.contentTypes).filter((name) => name.startsWith('api::'))) {
    const foundRows = (await strapi.db.query(uid).findMany({ populate: populateOf(uid) })) as Row[];
    rows.set(uid, new Map(foundRows.map((row) => [row.id, row])));
  }

  const rowOf = (uid: string, id: number): Row => rows.get(uid)?.get(id) ?? ({} as Row);

  const localeOf = (uid: string, row: Row): string | null =>
    models(uid).isLocalized && typeof row.locale === 'string' ? row.locale : null;

  const isSameDocument = (uid: string, left: Row, right: Row): boolean =>
    left.documentId === right.documentId && localeOf(uid, left) === localeOf(uid, right);

  const isVisible = (uid: string, row: Row): boolean => {
    if (!models(uid).hasDrafts) return true;
    const { documentId } = row;
    const isDraft = isVisibleDraft(draft, uid, { documentId, locale: localeOf(uid, row) });
    return (row.publishedAt === null) === isDraft;
  };

  const visibleRows = (uid: string): Row[] =>
    [...(rows.get(uid)?.values() ?? [])].filter((row) => isVisible(uid, row));

  /** Returns the visible documents that a relation of a row leads to, in the editor's order. */
  const relatedRows = (uid: string, row: Row, name: string): Row[] => {
    const attribute = models(uid).attributes[name];
    const { target = '', isMany, mappedBy, inversedBy } = attribute ?? {};
    const stored = listRows(row[name]).map(({ id }) => rowOf(target, id));
    if (!models(target).hasDrafts) return stored;
    if (draft === null) return stored.filter((other) => isVisible(target, other));
    const visible = visibleRows(target);
    const versions = new Set(
      stored.flatMap((other) => visible.filter((shown) => isSameDocument(target, shown, other))),
    );
    const otherSide = inversedBy ?? mappedBy;
    const isDraftRow = models(uid).hasDrafts && row.publishedAt === null;
    if (target !== draft.uid || otherSide === undefined || isDraftRow) return [...versions];
    const showsRow = (shown: Row): boolean =>
      listRows(shown[otherSide]).some(({ id }) => isSameDocument(uid, rowOf(uid, id), row));
    const showing = visible.filter((shown) => shown.publishedAt === null && showsRow(shown));
    const before = [...versions].filter(
      (shown) => shown.publishedAt !== null || showing.includes(shown),
    );
    const added = showing
      .filter((shown) => !before.includes(shown))
      .sort((item, other) => item.id - other.id);
    return isMany === true ? [...before, ...added] : [...added, ...before];
  };

  const ranks = new Map<string, Map<number, number>>();

  /** Sorts as the database does, which compares texts by its collation. */
  const sorted = async (uid: string, list: Row[], sort: readonly string[]): Promise<Row[]> => {
    if (sort.length === 0) return list;
    const columns = sort.map((key) => {
      const column = escapeIdentifier(tables(uid).column(key.replace(/^-/, '')));
      return key.startsWith('-') ? `${column} DESC` : column;
    });
    const key = `${uid} ${columns.join()}`;
    if (!ranks.has(key)) {
      const { rows: ranked } = await strapi.db.connection.raw<{
        rows: { id: number; rank: number }[];
      }>(
        `SELECT id, rank() OVER (ORDER BY ${columns.join(', ')})::int AS rank FROM ${escapeIdentifier(tables(uid).name)}`,
      );
      ranks.set(key, new Map(ranked.map(({ id, rank }) => [id, rank])));
    }
    const rankOf = ({ id }: Row): number => ranks.get(key)?.get(id) ?? 0;
    return [...list].sort((a, b) => rankOf(a) - rankOf(b));
  };

  const media = (file: Row, key: MediaField, { uid, row }: Place): unknown => {
    const absolute = (url: unknown) => (String(url).startsWith('/') ? origin + String(url) : url);
    const { thumbnail } = (file.formats ?? {}) as { thumbnail?: Row };
    const texts = (file.alternativeTexts ?? {}) as Record<string, string>;
    const shown = thumbnail ?? file;
    const names = ['ext', 'url', 'hash', 'mime', 'name', 'path', 'size', 'width', 'height'];
    const values = Object.fromEntries(names.map((name) => [name, orNull(shown[name])]));
    const sizeInBytes = thumbnail?.sizeInBytes ?? Math.round(Number(shown.size) * 1000);
    switch (key) {
      case 'alternativeText':
        return orNull(texts[String(localeOf(uid, row))] ?? file.alternativeText);
      case 'url':
        return absolute(file.url);
      case 'isUrlSigned':
        return false;
      case 'previewUrl':
        return file.previewUrl === null ? null : absolute(file.previewUrl);
      case 'formats':
        return String(file.mime).startsWith('image/')
          ? {
              thumbnail: {
                ...values,
                url: absolute(shown.url),
                sizeInBytes,
                isUrlSigned: false,
              },
            }
          : null;
    }
  };

  const addressOf = async (link: string, { uid, row }: Place, resolver: string) => {
    const isDraft =
      draft !== null &&
      link === linkTo(draft) &&
      (draft.locales.includes('') ||
        draft.locales.includes(localeOf(uid, row) ?? draft.locales[0] ?? ''));
    const { rows: foundRows } = await strapi.db.connection.raw<{
      rows: { address: string | null }[];
    }>(`SELECT address FROM ${resolver}(?, ?, ?, ?)`, [link, uid, row.id, isDraft]);
    return orNull(foundRows[0]?.address);
  };

  type Reading = { parameters: RequestParameters; place: Place };

  const within = (plan: ReadPlan, row: Row, { parameters, place }: Reading, steps: string[]) => ({
    parameters,
    place: isDocument(plan.uid)
      ? { uid: plan.uid, row, path: [], slots: null }
      : { ...place, path: [...place.path, ...steps] },
  });

  const serializeRows = async (
    plan: ReadPlan,
    list: readonly Row[],
    reading: Reading,
    attribute?: string,
  ): Promise<unknown[]> => {
    const objects: unknown[] = [];
    for (const [index, row] of list.entries()) {
      const steps = attribute === undefined ? [] : [attribute, String(index)];
      const object = await serialize(plan, row, within(plan, row, reading, steps));
      const isShown = plan.fields.every(
        (field) =>
          field.kind !== 'one' || !field.isSlot || !field.isRequired || object[field.key] !== null,
      );
      if (isShown) objects.push(object);
    }
    return objects;
  };

  const sourceOf = ({ fields }: ReadPlan, { uid, row, path }: Place): object => ({
    uid,
    documentId: row.documentId,
    locale: localeOf(uid, row),
    path: path.join('.'),
    fields: Object.fromEntries(
      fields.flatMap((field) => {
        const shown = field.kind === 'translation' ? field.untranslated : field;
        return 'attribute' in shown && !ownAttributes.includes(shown.attribute)
          ? [[field.key, shown.attribute]]
          : [];
      }),
    ),
  });

  const serialize = async (plan: ReadPlan, row: Row, reading: Reading): Promise<Row> => {
    const object: Record<string, unknown> = {};
    for (const field of plan.fields) object[field.key] = await valueOf(plan, field, row, reading);
    if (draft !== null && plan.uid !== MEDIA_UID && plan.fields.length > 1)
      object[SOURCE] = sourceOf(plan, reading.place);
    return object as Row;
  };

  /** Returns the rows of a field, in order. */
  const joinedRows = async (
    { uid }: ReadPlan,
    field: Extract<PlanField, { kind: 'one' | 'many' | 'pluck' }>,
    row: Row,
    { parameters, place }: Reading,
  ): Promise<Row[]> => {
    const { attribute, plan, narrowedBy } = field;
    const target = plan.uid;
    const locale = narrowedBy === undefined ? undefined : parameters[narrowedBy];
    const slot = place.slots?.[buildSlotKey([...place.path, attribute])] ?? [];
    const list =
      field.isSlot && place.slots !== null
        ? slot.flatMap((documentId) =>
            visibleRows(target).filter(
              (shown) =>
                shown.documentId === documentId &&
                (!models(target).isLocalized || shown.locale === place.row.locale),
            ),
          )
        : isDocument(target)
          ? relatedRows(uid, row, attribute)
          : listRows(row[attribute]);
    const { where } = field.kind === 'many' ? field : { where: undefined };
    return sorted(
      target,
      list.filter(
        (shown) =>
          (where === undefined || where.oneOf.includes(String(shown[where.attribute]))) &&
          (locale === undefined || shown.locale === locale),
      ),
      field.sort,
    );
  };

  const valueOf = async (
    plan: ReadPlan,
    field: PlanField,
    row: Row,
    reading: Reading,
  ): Promise<unknown> => {
    const { parameters, place } = reading;
    switch (field.kind) {
      case 'scalar': {
        const value = orNull(row[field.attribute]);
        return field.isTimestamp && value !== null
          ? new Date(value as string).toISOString()
          : value;
      }
      case 'link': {
        const link = row[field.attribute];
        return typeof link === 'string' && link.startsWith('entry:')
          ? addressOf(link, place, field.addresses.resolver)
          : orNull(link);
      }
      case 'media':
        return media(row, field.key, place);
      case 'absent':
        return null;
      case 'component':
        return field.name;
      case 'parameter':
        return orNull(parameters[field.name]);
      case 'constant':
        return field.value;
      case 'one': {
        const [target] = await joinedRows(plan, field, row, reading);
        if (target === undefined) return null;
        return serialize(
          field.plan,
          target,
          within(field.plan, target, reading, [field.attribute]),
        );
      }
      case 'many': {
        const list = await joinedRows(plan, field, row, reading);
        return serializeRows(field.plan, list, reading, field.attribute);
      }
      case 'pluck': {
        const values: unknown[] = [];
        for (const target of await joinedRows(plan, field, row, reading))
          values.push(Object.values(await serialize(field.plan, target, reading))[0]);
        return field.isMany ? values : orNull(values[0]);
      }
      case 'translation': {
        const texts = listRows(row[field.attribute]).find(
          (text) => text[LANGUAGE.field] === parameters[LANGUAGE.parameter],
        );
        const written = texts && (await serialize(field.plan, texts, reading))[field.key];
        const isEmpty = Array.isArray(written) ? written.length === 0 : !written;
        return isEmpty ? valueOf(plan, field.untranslated, row, reading) : written;
      }
      case 'zone': {
        const parts: unknown[] = [];
        for (const [index, part] of listRows(row[field.attribute]).entries()) {
          const inner = field.plans.get(String(part.__component));
          if (inner === undefined) continue;
          const place = [...reading.place.path, field.attribute, String(index)];
          parts.push(
            ...(await serializeRows(inner, [part], {
              parameters,
              place: { ...reading.place, path: place },
            })),
          );
        }
        return parts;
      }
      case 'referencedBy': {
        const list = visibleRows(field.uid).filter(
          (shown) =>
            listRows(shown[field.via]).some(
              ({ id }) => rowOf(plan.uid, id).documentId === row.documentId,
            ) &&
            (draft === null ||
              relatedRows(field.uid, shown, field.via).some(
                ({ documentId }) => documentId === row.documentId,
              )),
        );
        const inOrder = await sorted(field.uid, list, [...field.sort, 'id']);
        return serializeRows(field.plan, inOrder, reading);
      }
    }
  };

  const list = async (
    uid: string,
    { where = {}, locale, sort }: DocumentQuery,
    window?: PageWindow,
  ): Promise<DocumentReference[]> => {
    const foundRows = (await strapi.db.query(uid).findMany({
      where: {
        $and: [toWhere(where), models(uid).isLocalized && locale !== undefined ? { locale } : {}],
      },
    })) as Row[];
    const visible = foundRows.filter((row) => isVisible(uid, row));
    const references = (await sorted(uid, visible, toTotalOrder(sort))).map((row) => ({
      documentId: row.documentId,
      locale: localeOf(uid, row),
    }));
    return window === undefined
      ? references
      : references.slice(window.start, window.start + window.limit);
  };

  return {
    list,

    count: async (uid: string, query: DocumentQuery): Promise<number> =>
      (await list(uid, query)).length,

    /** Returns the JSON of each document; null for a missing one. */
    async read(
      { plan }: Contract,
      references: readonly DocumentReference[],
      parameters: RequestParameters,
    ): Promise<string[]> {
      const { uid, storesSlots } = plan;
      const texts: string[] = [];
      for (const { documentId, locale } of references) {
        const row = visibleRows(uid).find(
          (shown) => shown.documentId === documentId && localeOf(uid, shown) === locale,
        );
        const slots =
          !storesSlots || row?.publishedAt === null
            ? null
            : ((row?.[SLOTS] ?? {}) as RememberedSlots);
        const object =
          row === undefined
            ? null
            : await serialize(plan, row, { parameters, place: { uid, row, path: [], slots } });
        texts.push(JSON.stringify(object));
      }
      return texts;
    },
  };
};
