import type { Core, UID } from '@strapi/types';
import { toFilters } from '../../filter';
import { fillSlots, type SlotMemory } from './fill-slots';
import { MEDIA_UID, type AbsoluteUrl } from '../../media/media';
import type { Field, Plan } from '../../plan/plan';
import { selectionOf, toSort, type Given, type Selection } from './selection';
import type { Question, Reference, Renderer, Window } from '../reader';
import { rowsIn, type Row } from './row';
import { serialize } from './serialize';
import type { Signatures } from '../../media/signatures';
import { walk } from '../../plan/walk';
import { SLOTS } from '../../../plugins/pages/server/slots/find';

/** What is read: everything a statement of the Document Service is told, besides what to select. */
type Reading = {
  where?: Record<string, unknown>;
  locale?: string | undefined;
  sort?: readonly string[];
};

type Options = {
  strapi: Core.Strapi;
  absolute: AbsoluteUrl;
  signatures: Signatures;
  /** Which version of each document; drafts are what editors see. */
  status: 'draft' | 'published';
};

type ReferencedBy = Extract<Field, { kind: 'referencedBy' }>;

const key = (field: ReferencedBy, documentId: unknown): string =>
  `${field.uid} ${field.via} ${String(documentId)}`;

/** The one language of some references, or every language. */
const localeOf = (references: readonly Reference[]): string | undefined => {
  const [locale, ...others] = new Set(references.map((reference) => reference.locale));
  return others.length === 0 ? (locale ?? undefined) : undefined;
};

const referenceKey = (documentId: unknown, locale: unknown): string =>
  `${String(documentId)} ${typeof locale === 'string' ? locale : ''}`;

/**
 * Reads documents through Strapi's Document Service, with exactly the fields and relations that a
 * contract names; the number of statements depends on the contract, never on how many documents match.
 */
export const createDocumentRenderer = ({
  strapi,
  absolute,
  signatures,
  status,
}: Options): Renderer => {
  const fetch = async (
    uid: string,
    selection: Selection,
    { where = {}, locale = '*', sort = [] }: Reading,
    window: Partial<Window> = {},
  ): Promise<Row[]> =>
    await strapi.documents(uid as UID.ContentType).findMany({
      ...selection,
      filters: where,
      locale,
      status,
      sort: toSort(sort),
      ...window,
    } as never);

  const select = (plan: Plan, given: Given): Selection =>
    selectionOf(plan, { given, populatesSlots: status === 'draft' });

  const readMemories = async (uid: string, ids: readonly unknown[]) => {
    const rows = (await strapi.db
      .query(uid)
      .findMany({ where: { id: { $in: ids } }, select: ['id', SLOTS] })) as Row[];
    return new Map(rows.map((row) => [row.id, (row[SLOTS] ?? {}) as SlotMemory]));
  };

  const fetchRows = async (plan: Plan, reading: Reading, given: Given): Promise<Row[]> => {
    const selection = select(plan, given);
    const fields = selection.fields && [...new Set([...selection.fields, 'locale'])];
    const rows = await fetch(plan.uid, { ...selection, fields }, reading);
    if (status === 'published') {
      await fillSlots(plan, rows, readMemories, (shown, documentIds, locale) =>
        fetch(shown.uid, select(shown, given), {
          where: { documentId: { $in: documentIds } },
          locale,
        }),
      );
    }
    return rows;
  };

  const fetchReferencing = (field: ReferencedBy, ids: readonly unknown[], given: Given) => {
    const { fields, populate } = select(field.plan, given);
    return fetch(
      field.uid,
      { fields, populate: { ...populate, [field.via]: { fields: ['documentId'], populate: {} } } },
      { where: { [field.via]: { documentId: { $in: ids } } }, sort: field.sort },
    );
  };

  /** The rows of other types that point at these, by field and document, in the field's order. */
  const collectReferencing = async (plan: Plan, rows: readonly Row[], given: Given) => {
    const wanted = new Map<ReferencedBy, Set<unknown>>();
    for (const row of rows) {
      walk(plan, row, (inner, target) => {
        for (const field of inner.fields) {
          if (field.kind !== 'referencedBy') continue;
          wanted.set(field, (wanted.get(field) ?? new Set()).add(target.documentId));
        }
      });
    }
    const found = new Map<string, Row[]>();
    for (const [field, ids] of wanted) {
      for (const row of await fetchReferencing(field, [...ids], given)) {
        for (const documentId of new Set(
          rowsIn(row, field.via).map((target) => target.documentId),
        )) {
          const at = key(field, documentId);
          found.set(at, [...(found.get(at) ?? []), row]);
        }
      }
    }
    return found;
  };

  const serializeRows = async (
    plan: Plan,
    rows: readonly Row[],
    given: Given,
  ): Promise<readonly Row[]> => {
    const referencing = await collectReferencing(plan, rows, given);
    const files: Row[] = [];
    const collectFiles = (inner: Plan, row: Row): void => {
      if (inner.uid === MEDIA_UID) files.push(row);
      for (const field of inner.fields) {
        if (field.kind !== 'referencedBy') continue;
        for (const target of referencing.get(key(field, row.documentId)) ?? []) {
          walk(field.plan, target, collectFiles);
        }
      }
    };
    for (const row of rows) walk(plan, row, collectFiles);
    await signatures.mark([...new Set(files)]);
    return rows.map((row) =>
      serialize(plan, row, {
        given,
        absolute,
        referencing: (field, target) => referencing.get(key(field, target.documentId)) ?? [],
      }),
    );
  };

  return {
    async list(uid, { where = {}, locale, sort = [] }: Question, window) {
      const rows = await fetch(
        uid,
        { fields: ['documentId', 'locale'], populate: {} },
        { where: toFilters(where), locale, sort },
        window,
      );
      return rows.map((row) => ({
        documentId: String(row.documentId),
        locale: typeof row.locale === 'string' ? row.locale : null,
      }));
    },

    count: (uid, { where = {}, locale = '*' }) =>
      strapi
        .documents(uid as UID.ContentType)
        .count({ filters: toFilters(where), locale, status } as never),

    async render({ plan }, references, given) {
      const documentIds = references.map(({ documentId }) => documentId);
      const rows = await fetchRows(
        plan,
        { where: { documentId: { $in: documentIds } }, locale: localeOf(references) },
        given,
      );
      const answers = await serializeRows(plan, rows, given);
      const texts = new Map(
        rows.map((row, at) => [
          referenceKey(row.documentId, row.locale),
          JSON.stringify(answers[at]),
        ]),
      );
      return references.map(
        ({ documentId, locale }) => texts.get(referenceKey(documentId, locale)) ?? null,
      );
    },
  };
};
