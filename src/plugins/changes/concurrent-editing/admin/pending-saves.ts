import { createFormState } from '../../../../platform/admin/form-state';
import type { FormValues, UnsavedChanges } from '../unsaved-changes';
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
