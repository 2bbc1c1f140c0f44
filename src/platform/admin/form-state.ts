import { useCallback, useState } from 'react';

/**
 * Creates state that belongs to a form and not to the panel that shows it. When the window's width
 * changes, Strapi remounts the panels elsewhere, while the form stays.
 *
 * @returns a hook; `form` is an object with the form's lifetime, such as its `reset`
 */
export const createFormState = <State extends object>(initial: State) => {
  const states = new WeakMap<object, State>();
  return (form: object) => {
    const now = useCallback((): State => states.get(form) ?? initial, [form]);
    const [state, setState] = useState(now);
    const change = useCallback(
      (changes: Partial<State>): void => {
        states.set(form, { ...now(), ...changes });
        setState(now());
      },
      [form, now],
    );
    return { state, change, now };
  };
};
