import { useCallback, useEffect, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';
import {
  keepExistingRows,
  isSame,
  changedFields,
  rebaseEdits,
  type FormValues,
  type UnsavedChanges,
} from '../unsaved-changes';

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
      const typed = { ...changedFields(values, edits.filled), ...edits.fields };
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
      const { form: here, values: filled, initial: shown } = now.current;
      tracked.current = { form: here, initial: shown, filled, fields: {} };
    }, []),

    /** Adds the values of a failed save, so that they survive a refill of the form. */
    include: useCallback((sent: Fields): void => {
      const edits = tracked.current;
      if (edits !== null) edits.fields = { ...sent, ...edits.fields };
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
