import { useCallback, useState } from 'react';

/**
 * State that belongs to a form and not to the panel beside it that shows it: when the window gets narrower or
 * wider, Strapi takes the panels away and draws them elsewhere, while the form stays.
 *
 * @returns a hook; `form` is the same object as long as the form is the same, such as its `reset`
 */
export const createFormState = <State extends object>(initial: State) => {
  const known = new WeakMap<object, State>();
  return (form: object) => {
    const now = useCallback((): State => known.get(form) ?? initial, [form]);
    const [state, setState] = useState(now);
    const change = useCallback(
      (changed: Partial<State>): void => {
        known.set(form, { ...now(), ...changed });
        setState(now());
      },
      [form, now],
    );
    return { state, change, now };
  };
};
