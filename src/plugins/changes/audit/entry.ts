import type { AuditDetail } from '../../../feature/audit-recording';

/** One thing that somebody did. */
export type AuditEntry = {
  id: string;
  at: string;
  actor: { kind: string; id: string | null; name: string | null };
  /** Of a release that knows more, maybe. */
  action: string;
  target: { type: string | null; id: string | null; name: string | null };
  ip: string | null;
  requestId: string | null;
  details: Readonly<Record<string, AuditDetail>>;
};
