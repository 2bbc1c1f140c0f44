import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { comparableText } from '../../../../../catalogue/comparable-text';
import { localizedError } from '../../../../../platform/http/localized-error';
import type { Person } from '../../../../../platform/strapi/actor';
import { fieldsOf, fieldAccess } from '../../../bulk-edit';
import type { AssignableField } from '../../runs';
import { labelFieldPath, fixedPlaces, formatFieldPath } from '../columns/field-paths';
import { importErrors } from '../errors';
import { headingsStore } from '../store/headings';
import { runsOf } from '../store/runs';
import type { ImportOptions, StoredRun } from '../store/stored-run';
import { isByText } from '../types';
import { assertCanRun } from './start-run';

/** Returns the fields that a user may assign to columns. */
export const assignableFields = (
  { strapi }: WithStrapi,
  { uid, person }: { uid: UID.ContentType; person: Person },
): AssignableField[] => {
  if (!uid.startsWith('api::') || isByText(uid)) return [];
  const may = fieldAccess({ strapi }, { uid, ability: person.ability });
  const fields = fieldsOf({ strapi });
  return fixedPlaces(fields, uid)
    .filter(({ place }) => may('update', place))
    .map(({ place }) => ({
      place: formatFieldPath(place),
      label: {
        en: labelFieldPath(fields, uid, place, 'en'),
        es: labelFieldPath(fields, uid, place, 'es'),
      },
    }));
};

/** Meaning that a person gives to a heading. `unknown`: none. */
export type Assignment = { as: 'field'; place: string } | { as: 'ignore' | 'unknown' };

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
  const form = comparableText(heading);
  const place = assignment.as === 'field' ? assignment.place : null;
  const isKnown = columns.some((column) => comparableText(column.heading) === form);
  const fields = assignableFields({ strapi }, { uid, person });
  const isAllowed = (one: string | null): boolean =>
    one === null || fields.some((field) => field.place === one);
  if (!isKnown || !isAllowed(place)) throw localizedError({ strapi }, importErrors.NO_SUCH_COLUMN);
  const isIgnored = assignment.as === 'ignore';
  const changed = columns.map((column) =>
    comparableText(column.heading) === form ? { ...column, place, isIgnored } : column,
  );
  await strapi.db.transaction(async ({ trx }) => {
    if (!(await runsOf({ strapi }).storeColumns(run.id, changed, trx))) {
      throw localizedError({ strapi }, importErrors.NOT_CHECKED);
    }
    const headings = headingsStore({ strapi });
    if (!isAllowed(await headings.lockedPlace(uid, heading, trx))) {
      throw localizedError({ strapi }, importErrors.NO_SUCH_COLUMN);
    }
    if (assignment.as === 'unknown') await headings.forget(uid, heading, trx);
    else if (!(await headings.remember({ uid, heading, place }, trx))) {
      throw localizedError({ strapi }, importErrors.TOO_MANY_HEADINGS);
    }
  });
};
