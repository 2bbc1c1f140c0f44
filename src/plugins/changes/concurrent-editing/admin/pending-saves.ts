import { createFormState } from '#platform/admin/form-state';
import {
  type FormValues,
  type UnsavedChanges,
  isSame,
  formatValue,
  keepExistingRows,
  collectChangedFields,
  rebaseEdits,
} from '../unsaved-changes';
import { labelOf } from '#feature/admin/labels';
import { isHidden } from '#feature/layout';
import type { Choices, ConflictField } from './Conflict';
import { useCallback, useEffect, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';

/** Changed field, as reported by the server. */
export type Change = {
  field: string;
  changedAt: string | null;
  changedBy?: string | null;
  text?: string;
};

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

type RefusedSave = {
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
export const listConflictFields = (
  model: string,
  { typing, shown, initial, changes }: RefusedSave,
): ConflictField[] => {
  const names = new Set([
    ...changes.map(({ field }) => field),
    ...Object.keys(shown).filter(
      (name) => !isHidden(model, name) && !isSame(shown[name], initial[name]),
    ),
  ]);
  return [...names].map((name) => {
    const change = changes.find(({ field }) => field === name);
    const typed = typing.fields[name];
    return {
      name,
      label: labelOf(model, name),
      by: change?.changedBy ?? null,
      at: change?.changedAt ?? null,
      theirs: change?.text ?? formatValue(initial[name]),
      ...(typed !== undefined && { mine: formatValue(typed.mine) }),
    };
  });
};

/** Returns the typed fields whose stored values have changed since. */
export const listClashFields = (
  model: string,
  fields: UnsavedChanges['fields'],
  initial: FormValues,
): ConflictField[] =>
  Object.entries(fields).map(([name, { mine }]) => ({
    name,
    label: labelOf(model, name),
    by: null,
    at: null,
    theirs: formatValue(initial[name]),
    mine: formatValue(mine),
  }));

type Fields = UnsavedChanges['fields'];

type EditsDuringSave = {
  form: string;
  /** Initial values of the form when it was last filled. */
  initial: FormValues;
  /** Values at that time, or when the save was sent. */
  filled: FormValues;
  fields: Fields;
};

type Form = {
  /** Id of the form. Nothing is restored in another form. */
  form: string;
  values: FormValues;
  initial: FormValues;
  change: (name: string, value: unknown) => void;
};

/**
 * Tracks what is typed during a save. When the answer comes, Strapi's form treats its values as
 * saved, and refills the form after the entry is read again. Input in between would be lost.
 */
export const useEditsDuringSave = ({ form, values, initial, change }: Form) => {
  const now = useRef({ form, values, initial });
  now.current = { form, values, initial };
  const tracked = useRef<EditsDuringSave | null>(null);

  useEffect(() => {
    const edits = tracked.current;
    if (edits === null) return;
    if (edits.form !== form) {
      tracked.current = null;
      return;
    }
    if (edits.initial === initial) {
      const typed = { ...collectChangedFields(values, edits.filled), ...edits.fields };
      edits.fields = Object.fromEntries(
        Object.entries(typed).map(([name, { base }]) => [name, { mine: values[name], base }]),
      );
      return;
    }
    tracked.current = { ...edits, initial, filled: values };
    for (const [name, { mine, base }] of Object.entries(edits.fields)) {
      const rebased = rebaseEdits(mine, base);
      if (!isSame(values[name], rebased)) change(name, keepExistingRows(rebased, initial[name]));
    }
  }, [form, values, initial]);

  return {
    /** Starts tracking when a save is sent. */
    begin: useCallback((): void => {
      const { form: currentForm, values: filled, initial: shown } = now.current;
      tracked.current = { form: currentForm, initial: shown, filled, fields: {} };
    }, []),

    /** Adds the values of a failed save, so that they survive a refill of the form. */
    include: useCallback((sentFields: Fields): void => {
      const edits = tracked.current;
      if (edits !== null) edits.fields = { ...sentFields, ...edits.fields };
    }, []),

    /**
     * Stops tracking.
     *
     * @returns the values typed since the save was sent
     */
    end: useCallback((): Fields => {
      const fields = tracked.current?.fields ?? {};
      tracked.current = null;
      return fields;
    }, []),
  };
};

/** Returns the parts of Strapi's form from which typing is read and into which it is restored. */
export const useFormParts = () => ({
  values: useForm('Typing', (form) => form.values as FormValues),
  initial: useForm('Typing', (form) => form.initialValues as FormValues),
  isSubmitting: useForm('Typing', (form) => form.isSubmitting),
  change: useForm('Typing', (form) => form.onChange),
  reset: useForm('Typing', (form) => form.resetForm),
});
