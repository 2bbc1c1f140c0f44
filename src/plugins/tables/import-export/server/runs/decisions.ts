import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { createLocalizedError } from '#platform/http/localized-error';
import type { Person } from '#platform/strapi/actor';
import { toComparableText } from '#catalogue/comparable-text';
import {
  createReferenceFinder,
  getFieldLookup,
  createFieldAccessCheck,
} from '#plugins/tables/bulk-edit';
import { MOST_CAUSES, type CauseKey, type Decision, type AssignableField } from '../../runs';
import { importErrors } from '../errors';
import {
  canCreateRelated,
  collectRelated,
  listDecisions,
  buildDecisionKey,
  type StoredDecision,
} from '../questions';
import { createRunStore } from '../store/runs';
import type { ImportOptions, StoredRun } from '../store/stored-run';
import { labelFieldPath, listFixedPlaces, formatFieldPath } from '../columns/field-paths';
import { createHeadingStore } from '../columns/headings';
import { isByText } from '../types';
import { assertCanRun } from './start-run';

type DecisionRequest = {
  run: StoredRun;
  person: Person;
  about: CauseKey;
  decision: Decision | null;
};

/** @throws ValidationError `NO_SUCH_ENTRY` for an entry that the user may not read */
const nameOfChosen = async (
  { strapi }: WithStrapi,
  {
    target,
    person: { ability },
    documentId,
    locale,
  }: { target: string; person: Person; documentId: string; locale: string | null },
): Promise<string> => {
  const uid = target as UID.ContentType;
  const find = await createReferenceFinder({ strapi }, { uid, ability, names: [documentId] });
  const [chosen] = find(documentId, locale ?? (await loadDefaultLocale({ strapi })));
  if (chosen?.documentId !== documentId) {
    throw createLocalizedError({ strapi }, importErrors.NO_SUCH_ENTRY);
  }
  return chosen.name;
};

/**
 * Stores the decision about a name in all rows, and queues their check. Without a decision, the
 * stored one is removed.
 *
 * @throws ValidationError `NO_SUCH_CAUSE`, `NO_SUCH_ENTRY`; http-error 409 `NOT_CHECKED`,
 *   `TOO_MANY_DECISIONS`
 */
export const storeDecision = async (
  { strapi }: WithStrapi,
  { run, person, about, decision }: DecisionRequest,
): Promise<void> => {
  const runs = createRunStore({ strapi });
  const { mode, decisions: before = [] } = run.options as ImportOptions;
  const cause = run.kind === 'import' ? await runs.findCause(run.id, about) : null;
  const { ability } = person;
  const canCreate =
    cause?.canCreate === true &&
    canCreateRelated({ strapi }, { uid: cause.target ?? '', ability, mode });
  if (
    cause?.target === null ||
    cause?.target === undefined ||
    (decision !== null && !listDecisions({ ...cause, canCreate }).includes(decision.kind))
  ) {
    throw createLocalizedError({ strapi }, importErrors.NO_SUCH_CAUSE);
  }
  // The file's spelling, which a created entry gets.
  const { code, column, value, target, locale } = cause;
  const others = before.filter(
    (previous) => buildDecisionKey(previous) !== buildDecisionKey(about),
  );
  if (others.length >= MOST_CAUSES) {
    throw createLocalizedError({ strapi }, importErrors.TOO_MANY_DECISIONS);
  }
  const documentId = decision?.kind === 'choose' ? (decision.documentId ?? '') : null;
  const name =
    documentId === null
      ? null
      : await nameOfChosen({ strapi }, { target, person, documentId, locale });
  const decisions: StoredDecision[] =
    decision === null
      ? others
      : [...others, { code, column, value, kind: decision.kind, target, locale, documentId, name }];
  const related = [...(await collectRelated({ strapi }, decisions)).values()];
  await strapi.db.transaction(async ({ trx }) => {
    if (!(await runs.decide(run, { decisions, about, related }, trx))) {
      throw createLocalizedError({ strapi }, importErrors.NOT_CHECKED);
    }
    await createRunStore({ strapi }).queue(run.id);
  });
};

/** Returns the fields that a user may assign to columns. */
export const listAssignableFields = (
  { strapi }: WithStrapi,
  { uid, person }: { uid: UID.ContentType; person: Person },
): AssignableField[] => {
  if (!uid.startsWith('api::') || isByText(uid)) return [];
  const mayField = createFieldAccessCheck({ strapi }, { uid, ability: person.ability });
  const fields = getFieldLookup({ strapi });
  return listFixedPlaces(fields, uid)
    .filter(({ place }) => mayField('update', place))
    .map(({ place }) => ({
      place: formatFieldPath(place),
      label: {
        en: labelFieldPath(fields, uid, place, 'en'),
        es: labelFieldPath(fields, uid, place, 'es'),
      },
    }));
};

/** Meaning that a person gives to a heading. `unknown`: none. */
type Assignment = { as: 'field'; place: string } | { as: 'ignore' | 'unknown' };

/**
 * Remembers the meaning of a heading for the next imports of the type. Users cannot change headings
 * of fields that they may not edit.
 *
 * @throws ForbiddenError `TYPE_FORBIDDEN`; ValidationError `NO_SUCH_COLUMN`; http-error 409
 *   `NOT_CHECKED`, `TOO_MANY_HEADINGS`
 */
export const assignColumn = async (
  { strapi }: WithStrapi,
  {
    run,
    person,
    heading,
    assignment,
  }: { run: StoredRun; person: Person; heading: string; assignment: Assignment },
): Promise<void> => {
  const { uid } = run;
  assertCanRun({ strapi }, person, uid, ['update', 'create']);
  const { columns = [] } = run.options as Partial<ImportOptions>;
  const form = toComparableText(heading);
  const place = assignment.as === 'field' ? assignment.place : null;
  const isKnown = columns.some((column) => toComparableText(column.heading) === form);
  const fields = listAssignableFields({ strapi }, { uid, person });
  const isAllowed = (item: string | null): boolean =>
    item === null || fields.some((field) => field.place === item);
  if (!isKnown || !isAllowed(place))
    throw createLocalizedError({ strapi }, importErrors.NO_SUCH_COLUMN);
  const isIgnored = assignment.as === 'ignore';
  const assignedColumns = columns.map((column) =>
    toComparableText(column.heading) === form ? { ...column, place, isIgnored } : column,
  );
  await strapi.db.transaction(async ({ trx }) => {
    if (!(await createRunStore({ strapi }).storeColumns(run.id, assignedColumns, trx))) {
      throw createLocalizedError({ strapi }, importErrors.NOT_CHECKED);
    }
    const headings = createHeadingStore({ strapi });
    if (!isAllowed(await headings.lockedPlace(uid, heading, trx))) {
      throw createLocalizedError({ strapi }, importErrors.NO_SUCH_COLUMN);
    }
    if (assignment.as === 'unknown') await headings.forget(uid, heading, trx);
    else if (!(await headings.remember({ uid, heading, place }, trx))) {
      throw createLocalizedError({ strapi }, importErrors.TOO_MANY_HEADINGS);
    }
  });
};
