import type { UID } from '@strapi/types';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { resolveSelectedLocales, readSelectedVersions } from '#feature/document-locales';
import type { WrittenVersions } from '#feature/feature';
import { getCurrentWriteOrigin } from '#feature/write-origin';
import {
  getCurrentAbility,
  getCurrentPermissions,
  getConditionLocales,
  type PermissionRule,
} from '#platform/strapi/current-ability';
import { isPublishing } from '#platform/strapi/document-actions';
import { type EntryAction, createEntryAccess } from '#platform/strapi/entry-access';
import { findModel } from '#platform/strapi/models';
import { type Transaction, sql, getTable } from '#platform/strapi/queries';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { isUnrestricted, type Limit } from '#catalogue/access/line-conditions';
import { getCurrentLimits } from '#catalogue/access/limits';
import { getOwnership } from '#catalogue/access/ownership';
import { createTableLookup } from '#platform/strapi/tables';
import {
  createBusinessLineFinder,
  type BusinessLineFinder,
  type BusinessLine,
} from './business-line-finder';
import { findRefusal, createRefusalError } from './refusal';
import { createLocalizedError } from '#platform/http/localized-error';
import { mergeSentValues } from '#platform/strapi/copied-fields';
import { rightsErrors } from './errors';

type CopyRequest = { uid: UID.ContentType; action: string; params: object };

/**
 * Returns true if a write copies an entry that the current user may not read. Strapi checks only
 * the permission to create entries. So a copy of another line's draft would make it readable.
 */
export const isCopyOfHiddenEntry = async (
  { strapi }: WithStrapi,
  { uid, action, params }: CopyRequest,
): Promise<boolean> => {
  const ctx = strapi.requestContext.get();
  const { userAbility: ability } = (ctx?.state ?? {}) as { userAbility?: unknown };
  const { documentId } = params as { documentId?: string };
  if (action !== 'clone' || ability === undefined || documentId === undefined) return false;
  const access = createEntryAccess({ strapi }, { ability, uid });
  return !(await access.mayWith('read', { documentId, locale: '' }));
};

/**
 * Makes copies keep the values that were sent, and rejects copies that would lose fields hidden
 * from the user.
 */
export const keepHiddenInCopies = ({ strapi }: WithStrapi): void =>
  mergeSentValues({ strapi }, (fields) => {
    throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_FIELDS_LOST, {
      subject: fields.join(', '),
      details: { fields },
    });
  });

type Entries = { uid: string; documentIds: readonly string[] };

const buildEntryKey = (uid: string, documentId: string): string => `${uid} ${documentId}`;

/**
 * Finds related entries that a write changes as well. A relation is stored by its owning side. So
 * assigning courses in a person's form changes the courses.
 *
 * @param data data of the write; only the relations in it are considered
 */
const createRelatedWrites = ({ strapi }: WithStrapi) => {
  const tables = createTableLookup({ strapi });

  const listInverseRelations = (uid: string, data: unknown) => {
    const sentFields = typeof data === 'object' && data !== null ? Object.keys(data) : [];
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    return sentFields.flatMap((name) => {
      const { target, mappedBy } = attributes[name] ?? {};
      return target?.startsWith('api::') === true && mappedBy !== undefined
        ? [{ target, mappedBy }]
        : [];
    });
  };

  return {
    hasRelations: (uid: string, data: unknown): boolean =>
      listInverseRelations(uid, data).length > 0,

    /** Returns the entries that reference an entry through the relations in a write. */
    findReferencing: async (
      uid: string,
      documentId: string,
      data: unknown,
      trx: Transaction,
    ): Promise<ReadonlySet<string>> => {
      const statements = listInverseRelations(uid, data).map(({ target, mappedBy }) => {
        const { table, from, to } = tables(target).link(mappedBy);
        return `SELECT ${escapeLiteral(target)} AS uid, t.document_id AS "documentId"
          FROM ${escapeIdentifier(tables(uid).name)} o
          JOIN ${escapeIdentifier(table)} l ON l.${escapeIdentifier(to)} = o.id
          JOIN ${escapeIdentifier(tables(target).name)} t ON t.id = l.${escapeIdentifier(from)}
          WHERE o.document_id = :documentId`;
      });
      if (statements.length === 0) return new Set();
      const { rows } = await sql({ strapi, trx }, statements.join(' UNION '), { documentId });
      return new Set(rows.map((row) => buildEntryKey(String(row.uid), String(row.documentId))));
    },
  };
};

/** Returns the entries that are in exactly one of two sets, by type. */
const findChangedEntries = (
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly Entries[] => {
  const keys = [
    ...[...before].filter((key) => !after.has(key)),
    ...[...after].filter((key) => !before.has(key)),
  ];
  const byType = new Map<string, string[]>();
  for (const key of keys) {
    const [uid = '', documentId = ''] = key.split(' ');
    byType.set(uid, [...(byType.get(uid) ?? []), documentId]);
  }
  return [...byType].map(([uid, documentIds]) => ({ uid, documentIds }));
};

type Params = {
  documentId?: string;
  locale?: string | readonly string[] | null;
  status?: string;
  data?: unknown;
};

/** Result of a write: the row, or the rows of all locales that it wrote. */
type Answer = { documentId?: string; entries?: readonly { documentId?: string }[] } | null;

type Write = {
  uid: UID.ContentType;
  locales: readonly (string | null)[];
  /** Limits of each permission that the write needs. */
  limits: readonly (readonly Limit[])[];
  trx: unknown;
};

const permissionOf: Readonly<Record<string, EntryAction | 'delete'>> = {
  create: 'create',
  clone: 'create',
  update: 'update',
  discardDraft: 'update',
  publish: 'publish',
  unpublish: 'publish',
  delete: 'delete',
};

/** Writes that create an entry, so that there is no earlier version to check. */
const creatingActions: ReadonlySet<string> = new Set(['create', 'clone']);

const buildActionId = (permission: string): string =>
  `plugin::content-manager.explorer.${permission}`;

const getActionLimits = (
  { strapi }: WithStrapi,
  uid: string,
  action: string,
  params: Params,
): readonly (readonly Limit[])[] => {
  const first = permissionOf[action];
  if (first === undefined) return [];
  const actions =
    first !== 'publish' && isPublishing(action, params) ? [first, 'publish'] : [first];
  return actions.flatMap((permission) => {
    const limits = getCurrentLimits({ strapi }, buildActionId(permission), uid);
    return limits === null ? [] : [limits];
  });
};

/** A version of an entry, with the creator that conditions of permissions compare. */
type Version = { locale: string | null; createdBy?: { id: number } | null };

/**
 * Returns the limits of an update that adds a locale to an entry; none for all other updates. Strapi
 * checks there the permission to create entries of the type, but neither its locales and lines, nor
 * whether the user may update this entry. The values that all locales share would change.
 *
 * @throws rightsErrors.LOOK_ONLY if the user may update no entry like this one, and has not created it
 */
const readAddedLocaleLimits = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  action: string,
  { documentId, locale }: Params,
): Promise<readonly (readonly Limit[])[]> => {
  const ability = getCurrentAbility({ strapi });
  if (action !== 'update' || ability === undefined || documentId === undefined) return [];
  const [language, ...others] = (await resolveSelectedLocales({ strapi }, uid, locale)) ?? [];
  if (language === undefined || others.length > 0) return [];
  const limits = getCurrentLimits({ strapi }, buildActionId('create'), uid);
  const rules = getCurrentPermissions({ strapi }, buildActionId('update'), uid) ?? [];
  const isOpen = rules.some(({ conditions }) => isUnrestricted(conditions, [language]));
  const includesLanguage = ({ conditions }: PermissionRule): boolean =>
    getConditionLocales(conditions)?.includes(language) ?? true;
  if (limits === null && isOpen) return [];
  const versions = await getTable<Version>({ strapi }, uid).findMany({
    where: { documentId },
    populate: { createdBy: { populate: ['roles'] } },
  });
  if (versions.length === 0 || versions.some((version) => version.locale === language)) return [];
  const { user } = strapi.requestContext.get()?.state as { user?: { id: number } };
  const access = createEntryAccess({ strapi }, { ability, uid });
  const mayAdd =
    isOpen ||
    // The limits of Update refuse another locale, and name it.
    (rules.length > 0 && !rules.some(includesLanguage)) ||
    // The bin and the history check the versions that they restore.
    getCurrentWriteOrigin({ strapi }) === 'restore' ||
    versions.some((version) => access.mayWithDeleted('update', { ...version, locale: language })) ||
    (user !== undefined && versions.every(({ createdBy }) => createdBy?.id === user.id));
  if (!mayAdd) throw createLocalizedError({ strapi }, rightsErrors.LOOK_ONLY);
  return limits === null ? [] : [limits];
};

/** Creates the functions that check a write against the user's limits. */
const createHold = ({ strapi }: WithStrapi, { linesOfEntries }: BusinessLineFinder) => {
  const hold = (
    { limits, locales }: Pick<Write, 'limits' | 'locales'>,
    lines: readonly BusinessLine[],
    lacking: { needsLine: boolean; field?: string },
  ): void => {
    const writtenScope = { lines: lines.map(({ documentId }) => documentId), locales };
    for (const alternatives of limits) {
      const refusal = findRefusal(alternatives, writtenScope, lacking.needsLine);
      if (refusal !== null) throw createRefusalError({ strapi }, refusal, lines, lacking.field);
    }
  };

  return {
    /**
     * @param isWritten true after the write; a missing business line is then reported at its field
     */
    entry: async (write: Write, documentId: string, isWritten: boolean): Promise<void> => {
      const { uid, trx } = write;
      const ownership = getOwnership({ strapi }, uid);
      const [field] = ownership.kind === 'own' && isWritten ? ownership.attributes : [];
      const lines = await linesOfEntries(uid, [documentId], trx);
      hold(write, lines, { needsLine: ownership.kind !== 'shared', field });
    },

    /** Checks only the business lines of related entries that the write changes as well. */
    others: async ({ limits, trx }: Write, entries: readonly Entries[]): Promise<void> => {
      for (const { uid, documentIds } of entries) {
        const lines = await linesOfEntries(uid, documentIds, trx);
        hold({ limits, locales: [null] }, lines, { needsLine: false });
      }
    },
  };
};

/**
 * Refuses writes of business lines and languages that are not the caller's. It checks the entry
 * before and after the write, so that it is not taken from another line, given to one, or left
 * without one.
 */
export const guardBusinessLines = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const prepare = () => ({
    hold: createHold({ strapi }, createBusinessLineFinder({ strapi })),
    relatedWrites: createRelatedWrites({ strapi }),
  });
  let prepared: ReturnType<typeof prepare> | undefined;

  return async (context, next) => {
    const { uid, action } = context;
    const params = context.params as Params;
    const limits = [
      ...getActionLimits({ strapi }, uid, action, params),
      ...(await readAddedLocaleLimits({ strapi }, uid, action, params)),
    ];
    if (limits.length === 0) return next();
    prepared ??= prepare();
    const { hold, relatedWrites } = prepared;
    const { documentId } = params;
    // A copy takes over all relations of its original, also those that were not sent.
    const data = action === 'clone' ? findModel({ strapi }, uid)?.attributes : params.data;

    return strapi.db.transaction(async ({ trx }) => {
      const write: Write = {
        uid,
        locales: await readSelectedVersions({ strapi }, uid, params),
        limits,
        trx,
      };
      const before = creatingActions.has(action) ? undefined : documentId;
      // An unreadable entry of another line gives the error that names the line. Other unreadable
      // entries are rejected later.
      const isHidden = documentId !== undefined && (await isCopyOfHiddenEntry({ strapi }, context));
      if (isHidden) await hold.entry(write, documentId, false);
      const relatedBefore =
        before === undefined
          ? new Set<string>()
          : await relatedWrites.findReferencing(uid, before, data, trx);
      if (before !== undefined) await hold.entry(write, before, false);

      const result = await next();
      if (action === 'delete') return result;
      const { documentId: created, entries = [] } = (result as Answer) ?? {};
      const written = [before, created, ...entries.map((entry) => entry.documentId)];
      for (const id of new Set(written.flatMap((writtenId) => writtenId ?? []))) {
        await hold.entry(write, id, true);
        if (relatedWrites.hasRelations(uid, data)) {
          const relatedAfter = await relatedWrites.findReferencing(uid, id, data, trx);
          await hold.others(write, findChangedEntries(relatedBefore, relatedAfter));
        }
      }
      return result;
    });
  };
};

/** Rejects updates of other business lines and languages, for writes that bypass the pipeline. */
export const refuseForeignUpdates = async (
  { strapi }: WithStrapi,
  { uid, versions }: WrittenVersions,
  trx: Transaction,
): Promise<void> => {
  const limits = getActionLimits({ strapi }, uid, 'update', {});
  if (limits.length === 0) return;
  const hold = createHold({ strapi }, createBusinessLineFinder({ strapi }));
  for (const { documentId, locales } of versions) {
    await hold.entry({ uid, locales, limits, trx }, documentId, false);
  }
};
