import type { AuditDetail } from '../../../feature/audit-recording';

/** Entry of the audit log. */
export type AuditEntry = {
  id: string;
  at: string;
  actor: { kind: string; id: string | null; name: string | null };
  /** Code of the action. It may be unknown if a newer release wrote it. */
  action: string;
  target: { type: string | null; id: string | null; name: string | null };
  ip: string | null;
  requestId: string | null;
  details: Readonly<Record<string, AuditDetail>>;
};
