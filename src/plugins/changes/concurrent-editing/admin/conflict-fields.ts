import { isSame, wordsOf, type FormValues, type Typing } from '../typing';
import type { ConflictField } from './Conflict';
import { isShown, labelOf } from './labels';
import type { Change } from './underway';

type Refused = {
  typing: Typing;
  /** What the form began with when it was sent. */
  shown: FormValues;
  /** What it begins with now. */
  initial: FormValues;
  changes: readonly Change[];
};

/** The fields that others have changed since a form was opened: as the server tells, and as the form finds. */
export const conflictFields = (
  model: string,
  { typing, shown, initial, changes }: Refused,
): ConflictField[] => {
  const names = new Set([
    ...changes.map(({ field }) => field),
    ...Object.keys(shown).filter(
      (name) => isShown(model, name) && !isSame(shown[name], initial[name]),
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

/** Fields typed before of which something else is stored by now. */
export const clashFields = (
  model: string,
  fields: Typing['fields'],
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
