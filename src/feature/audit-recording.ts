import type { Actor } from './current-actor';

/** The object that an action changed or read. */
export type AuditTarget = {
  /** A content type's uid, or another name. */
  type: string;
  id?: string | number | null;
  /** Its name for people, which stays readable when the object is deleted. */
  name?: string | null;
};

/** A value of an audit entry. Lists contain names. */
export type AuditDetail = string | number | boolean | readonly string[];

export type AuditRecording = {
  /** A code that the audit log describes, for example `order.refunded`. */
  action: string;
  /** The current actor by default. */
  actor?: Actor;
  target?: AuditTarget;
  /** Selected values: never a whole request body, and no secrets. */
  details?: Readonly<Record<string, AuditDetail>>;
};
