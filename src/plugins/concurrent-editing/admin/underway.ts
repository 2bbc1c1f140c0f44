import { useCallback, useState } from 'react';
import type { FormValues, Typing } from '../typing';
import type { Choices, ConflictField } from './Conflict';

/** A field as the server says that it has changed. */
export type Change = {
  field: string;
  changedAt: string | null;
  changedBy?: string | null;
  text?: string;
};

/** What stood in the form when it was sent. */
export type Sent = { initial: FormValues; typing: Typing };

/** A save that did not go through; `changes` where others were first. */
export type Trouble = { sent: Sent; changes: readonly Change[] | null; stored: unknown };

/** What somebody is asked, and what has been answered so far. */
export type Question = {
  fields: readonly ConflictField[];
  choices: Choices;
  typing: Typing;
  /** Fields that nobody else has touched. */
  others: readonly string[];
};

type Underway = { sent: Sent | null; trouble: Trouble | null; question: Question | null };

const nothing: Underway = { sent: null, trouble: null, question: null };

const known = new WeakMap<object, Underway>();

/**
 * What a form is in the middle of. It belongs to the form and not to the panel beside it: when the window
 * gets narrower or wider, Strapi takes the panels away and draws them elsewhere, while the form stays.
 *
 * @param form is the same object as long as the form is the same
 */
export const useUnderway = (form: object) => {
  const now = useCallback((): Underway => known.get(form) ?? nothing, [form]);
  const [state, setState] = useState(now);
  const change = useCallback(
    (changed: Partial<Underway>): void => {
      known.set(form, { ...now(), ...changed });
      setState(now());
    },
    [form, now],
  );
  return { state, change, now };
};
