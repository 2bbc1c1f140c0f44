import { wrapSaves, type AboutDocument } from '../../../../platform/strapi/admin/requests';
import type { Path, Severity } from '../../../../feature/publishing-rules';

/** Finding as the server sends it with a refused publication. */
export type ToldFinding = {
  code: string;
  severity: Severity;
  path: Path;
  place: string;
  message: string;
};

type Listener = (about: AboutDocument, findings: readonly ToldFinding[]) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to refused publications.
 *
 * @returns a function that ends the subscription
 */
export const onRefusal = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Reports every publication refused with `NOT_READY` to the listeners. Call it once. */
export const watchRefusedPublications = (): void =>
  wrapSaves({
    add: () => ({}),
    saved: () => undefined,
    refused: (about, { details }) => {
      if (details?.code !== 'NOT_READY') return;
      const findings = (details.findings ?? []) as readonly ToldFinding[];
      for (const listener of listeners) listener(about, findings);
    },
  });
