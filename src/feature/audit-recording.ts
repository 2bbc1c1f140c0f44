import type { Cause } from './who-acts';

/** What an action was about. */
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
  /** Its code, one of those that the audit log describes. */
  action: string;
  /** Whoever acts at the moment unless given. */
  actor?: Cause;
  target?: AuditTarget;
  /** Named one by one by whoever records: never a body, and nothing secret. */
  details?: Readonly<Record<string, AuditDetail>>;
};
