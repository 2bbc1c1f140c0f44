import { createFormState } from '../../../../feature/admin/form-state';
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

/** What was typed before and is offered; `form`: of which entry and language, while Strapi's form may be the same. */
export type Offer = { form: string; typing: Typing };

type Underway = {
  sent: Sent | null;
  trouble: Trouble | null;
  question: Question | null;
  offer: Offer | null;
};

/** What a form is in the middle of. */
export const useUnderway = createFormState<Underway>({
  sent: null,
  trouble: null,
  question: null,
  offer: null,
});
