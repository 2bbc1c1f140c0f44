import type { WithStrapi } from '../platform/with-strapi';
import { featuresOf } from './application';
import type { AuditRecording } from './audit-recording';

/**
 * Records an action in the current transaction, so that the entry exists exactly when the action
 * does. Without a feature for the audit log, nothing is recorded.
 *
 * @throws errors that prevent the recording; the action must then fail too
 */
export const recordAudit = async (
  context: WithStrapi,
  recording: AuditRecording,
): Promise<void> => {
  for (const feature of featuresOf(context)) await feature.recordAudit?.(context, recording);
};
