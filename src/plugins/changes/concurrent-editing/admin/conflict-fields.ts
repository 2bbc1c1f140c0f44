import { isSame, wordsOf, type FormValues, type UnsavedChanges } from '../unsaved-changes';
import type { ConflictField } from './Conflict';
import { labelOf } from '../../../../feature/admin/labels';
import { isHidden } from '../../../../feature/form-layouts';
import type { Change } from './pending-saves';

type Refused = {
  typing: UnsavedChanges;
  /** Initial values of the form when the save was sent. */
  shown: FormValues;
  /** Current initial values. */
  initial: FormValues;
  changes: readonly Change[];
};

/**
 * Returns the fields that others have changed since the form was opened, by the server's report and
 * the form's values.
 */
export const conflictFields = (
  model: string,
  { typing, shown, initial, changes }: Refused,
): ConflictField[] => {
  const names = new Set([
    ...changes.map(({ field }) => field),
    ...Object.keys(shown).filter(
      (name) => !isHidden(model, name) && !isSame(shown[name], initial[name]),
    ),
  ]);
  return [...names].map((name) => {
    const told = changes.find(({ field }) => field === name);
    const typed = typing.fields[name];
    return {
      name,
      label: labelOf(model, name),
      by: told?.changedBy ?? null,
      at: told?.changedAt ?? null,
      theirs: told?.text ?? wordsOf(initial[name]),
      ...(typed !== undefined && { mine: wordsOf(typed.mine) }),
    };
  });
};

/** Returns the typed fields whose stored values have changed since. */
export const clashFields = (
  model: string,
  fields: UnsavedChanges['fields'],
  initial: FormValues,
): ConflictField[] =>
  Object.entries(fields).map(([name, { mine }]) => ({
    name,
    label: labelOf(model, name),
    by: null,
    at: null,
    theirs: wordsOf(initial[name]),
    mine: wordsOf(mine),
  }));
