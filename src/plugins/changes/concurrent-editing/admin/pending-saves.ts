import { createFormState } from '../../../../platform/admin/form-state';
import { type FormValues, type UnsavedChanges, isSame, wordsOf } from '../unsaved-changes';
import { labelOf } from '../../../../feature/admin/labels';
import { isHidden } from '../../../../feature/layout';
import type { Choices, ConflictField } from './Conflict';

/** Changed field, as reported by the server. */
export type Change = {
  field: string;
  changedAt: string | null;
  changedBy?: string | null;
  text?: string;
};

/** State of the form when the save was sent. */
export type Sent = { initial: FormValues; typing: UnsavedChanges };

/** Failed save; `changes` is set after a conflict. */
export type Trouble = { sent: Sent; changes: readonly Change[] | null; stored: unknown };

/** Open conflict with the choices made so far. */
export type Question = {
  fields: readonly ConflictField[];
  choices: Choices;
  typing: UnsavedChanges;
  /** Fields that nobody else has changed. */
  others: readonly string[];
};

/**
 * Offer of earlier typing. `form` names the entry and locale, because Strapi may reuse its form.
 */
export type Offer = { form: string; typing: UnsavedChanges };

type PendingSaves = {
  sent: Sent | null;
  trouble: Trouble | null;
  question: Question | null;
  offer: Offer | null;
};

/** State of the pending operations of a form. */
export const usePendingSaves = createFormState<PendingSaves>({
  sent: null,
  trouble: null,
  question: null,
  offer: null,
});

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
