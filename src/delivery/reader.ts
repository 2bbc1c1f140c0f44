import type { Core, UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { SortKey } from '../contracts/kit/source';
import { MEDIA_UID, createSigner, type AbsoluteUrl } from './media';
import { modelsOf } from './model';
import { compilePlan, type Field, type Plan } from './plan';
import { SLOTS } from '../slots/find';
import { fillSlots, type SlotMemory } from './fill-slots';
import { selectionOf, toSort, type Given, type Selection } from './query';
import { rowsIn, type Row } from './row';
import { serialize } from './serialize';
import { walk } from './walk';

export type ReadOptions = {
  /** Conditions in Strapi's filter language. */
  where?: Record<string, unknown>;
  /** One language; every language unless given. Types without languages do not mind. */
  locale?: string | undefined;
  sort?: readonly SortKey[];
  /** Values of the request that the contract refers to by name. */
  given?: Given;
  /** Reads what editors see instead of what is published. */
  status?: 'draft' | 'published';
};

export type Window = { start: number; limit: number };

type ReferencedBy = Extract<Field, { kind: 'referencedBy' }>;

const key = (field: ReferencedBy, documentId: unknown): string =>
  `${field.uid} ${field.via} ${String(documentId)}`;

/**
 * Reads documents in the form that a contract describes: the query holds exactly the fields and
 * relations that the contract names, so nothing else can leave, and their number of SQL statements
 * depends on the contract, never on how many documents match.
 *
 * This implementation stands on the Document Service.
 */
export const createReader = ({
  strapi,
  absolute,
}: {
  strapi: Core.Strapi;
  absolute: AbsoluteUrl;
}) => {
  const models = modelsOf({ strapi });
  const sign = createSigner({ strapi });
  const plans = new WeakMap<z.ZodType, Plan>();

  const planOf = (uid: string, contract: z.ZodType): Plan => {
    const known = plans.get(contract);
    if (known?.uid === uid) return known;
    const plan = compilePlan(models, uid, contract);
    plans.set(contract, plan);
    return plan;
  };

  const fetch = async (
    uid: string,
    selection: Selection,
    { where = {}, locale = '*', sort = [], status = 'published' }: ReadOptions,
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

  const select = (plan: Plan, { given = {}, status }: ReadOptions): Selection =>
    selectionOf(plan, { given, populatesSlots: status === 'draft' });

  const readMemories = async (uid: string, ids: readonly unknown[]) => {
    const rows = (await strapi.db
      .query(uid)
      .findMany({ where: { id: { $in: ids } }, select: ['id', SLOTS] })) as Row[];
    return new Map(rows.map((row) => [row.id, (row[SLOTS] ?? {}) as SlotMemory]));
  };

  const fetchRows = async (plan: Plan, options: ReadOptions, window?: Window): Promise<Row[]> => {
    const rows = await fetch(plan.uid, select(plan, options), options, window);
    if (options.status !== 'draft') {
      await fillSlots(plan, rows, readMemories, (shown, documentIds, locale) =>
        fetch(shown.uid, select(shown, options), {
          where: { documentId: { $in: documentIds } },
          locale,
        }),
      );
    }
    return rows;
  };

  const fetchReferencing = (field: ReferencedBy, ids: readonly unknown[], options: ReadOptions) => {
    const { fields, populate } = select(field.plan, options);
    return fetch(
      field.uid,
      { fields, populate: { ...populate, [field.via]: { fields: ['documentId'], populate: {} } } },
      {
        ...options,
        where: { [field.via]: { documentId: { $in: ids } } },
        locale: undefined,
        sort: field.sort,
      },
    );
  };

  /** The rows of other types that point at these, by field and document, in the field's order. */
  const collectReferencing = async (plan: Plan, rows: readonly Row[], options: ReadOptions) => {
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
      for (const row of await fetchReferencing(field, [...ids], options)) {
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

  const deliver = async (
    plan: Plan,
    rows: readonly Row[],
    options: ReadOptions,
  ): Promise<Row[]> => {
    const referencing = await collectReferencing(plan, rows, options);
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
    await sign([...new Set(files)]);
    return rows.map((row) =>
      serialize(plan, row, {
        given: options.given ?? {},
        absolute,
        referencing: (field, target) => referencing.get(key(field, target.documentId)) ?? [],
      }),
    );
  };

  return {
    /** Every matching document, or those in `window`. */
    async many<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      options: ReadOptions,
      window?: Window,
    ): Promise<z.output<C>[]> {
      const plan = planOf(uid, contract);
      const rows = await fetchRows(plan, options, window);
      return (await deliver(plan, rows, options)) as z.output<C>[];
    },

    /** The first matching document, or null. */
    async one<C extends z.ZodType>(
      uid: UID.ContentType,
      contract: C,
      options: ReadOptions,
    ): Promise<z.output<C> | null> {
      const [found] = await this.many(uid, contract, options, { start: 0, limit: 1 });
      return found ?? null;
    },

    /** How many documents match. */
    async count(uid: UID.ContentType, options: ReadOptions): Promise<number> {
      const { where = {}, locale = '*', status = 'published' } = options;
      return strapi.documents(uid).count({ filters: where, locale, status } as never);
    },

    planOf,
  };
};

export type Reader = ReturnType<typeof createReader>;
