import { useCallback, useEffect, useRef } from 'react';
import { fitted, isSame, typedIn, typedOnTop, type FormValues, type Typing } from '../typing';

type Fields = Typing['fields'];

type Meanwhile = {
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
export const useMeanwhile = ({ form, values, initial, change }: Form) => {
  const now = useRef({ form, values, initial });
  now.current = { form, values, initial };
  const meanwhile = useRef<Meanwhile | null>(null);

  useEffect(() => {
    const known = meanwhile.current;
    if (known === null) return;
    if (known.form !== form) {
      meanwhile.current = null;
      return;
    }
    if (known.initial === initial) {
      const typed = { ...typedIn(values, known.filled), ...known.fields };
      known.fields = Object.fromEntries(
        Object.entries(typed).map(([name, { base }]) => [name, { mine: values[name], base }]),
      );
      return;
    }
    meanwhile.current = { ...known, initial, filled: values };
    for (const [name, { mine, base }] of Object.entries(known.fields)) {
      const own = typedOnTop(mine, base);
      if (!isSame(values[name], own)) change(name, fitted(own, initial[name]));
    }
  }, [form, values, initial]);

  return {
    /** Starts tracking when a save is sent. */
    begin: useCallback((): void => {
      const { form: here, values: filled, initial: shown } = now.current;
      meanwhile.current = { form: here, initial: shown, filled, fields: {} };
    }, []),

    /** Adds the values of a failed save, so that they survive a refill of the form. */
    include: useCallback((sent: Fields): void => {
      const known = meanwhile.current;
      if (known !== null) known.fields = { ...sent, ...known.fields };
    }, []),

    /**
     * Stops tracking.
     *
     * @returns the values typed since the save was sent
     */
    end: useCallback((): Fields => {
      const fields = meanwhile.current?.fields ?? {};
      meanwhile.current = null;
      return fields;
    }, []),
  };
};
