import { useCallback, useEffect, useRef } from 'react';
import { fitted, isSame, typedIn, typedOnTop, type FormValues, type Typing } from '../typing';

type Fields = Typing['fields'];

type Meanwhile = {
  form: string;
  /** What the form begins with, as it was filled last. */
  initial: FormValues;
  /** What stood in it then, or when the save was sent. */
  filled: FormValues;
  fields: Fields;
};

type Form = {
  /** Which form it is: in another one nothing is put back. */
  form: string;
  values: FormValues;
  initial: FormValues;
  change: (name: string, value: unknown) => void;
};

/**
 * What is typed since a save was sent. Strapi's form takes what was sent for what stands in it when the answer comes,
 * and is filled anew once more when the entry has been read again: whatever was typed in between would be gone.
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
    /** A save is sent. */
    begin: useCallback((): void => {
      const { form: here, values: filled, initial: shown } = now.current;
      meanwhile.current = { form: here, initial: shown, filled, fields: {} };
    }, []),

    /** The save is refused: what it was to save is kept in the form as well, whenever that is filled anew. */
    include: useCallback((sent: Fields): void => {
      const known = meanwhile.current;
      if (known !== null) known.fields = { ...sent, ...known.fields };
    }, []),

    /** @returns what was typed since it was sent; from now on nothing is put back any more */
    end: useCallback((): Fields => {
      const fields = meanwhile.current?.fields ?? {};
      meanwhile.current = null;
      return fields;
    }, []),
  };
};
