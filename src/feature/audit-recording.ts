import type { Cause } from './who-acts';

/** The thing that an action changed or read. */
export type AuditTarget = {
  /** A content type's uid, or a name for what is none. */
  type: string;
  id?: string | number | null;
  /** As people know it; it stays readable when the thing itself is gone. */
  name?: string | null;
};

/** A value of an audit entry; lists are of names. */
export type AuditDetail = string | number | boolean | readonly string[];

/** One action to record. */
export type AuditRecording = {
  /** A code that the audit log describes, for example `order.refunded`. */
  action: string;
  /** The current actor unless given. */
  actor?: Cause;
  target?: AuditTarget;
  /** Chosen values: never a whole request body, and no secrets. */
  details?: Readonly<Record<string, AuditDetail>>;
};
