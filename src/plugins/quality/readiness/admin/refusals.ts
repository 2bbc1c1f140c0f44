import {
  aroundSaves,
  type AboutDocument,
} from '../../../../platform/strapi/admin/document-requests';
import type { Path, Severity } from '../../../../feature/readiness';

/** A finding as the server says it when it refuses a publication. */
export type ToldFinding = {
  code: string;
  severity: Severity;
  path: Path;
  place: string;
  message: string;
};

type Listener = (about: AboutDocument, findings: readonly ToldFinding[]) => void;

const listeners = new Set<Listener>();

/** @returns to be called when they are no longer wanted */
export const onRefusal = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Hears of every publication that is refused because the entry is not ready; call it once. */
export const hearRefusals = (): void =>
  aroundSaves({
    add: () => ({}),
    saved: () => undefined,
    refused: (about, { details }) => {
      if (details?.code !== 'NOT_READY') return;
      const findings = (details.findings ?? []) as readonly ToldFinding[];
      for (const listener of listeners) listener(about, findings);
    },
  });
