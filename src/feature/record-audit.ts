import type { WithStrapi } from '../platform/with-strapi';
import { featuresOf } from './application';
import type { AuditRecording } from './audit-recording';

/**
 * Records what somebody did, in the transaction that is running: the entry is there exactly when the action is. Without a
 * feature that keeps an audit log nothing is recorded.
 *
 * @throws whatever prevents the recording; the action must not go on then
 */
export const recordAudit = async (
  context: WithStrapi,
  recording: AuditRecording,
): Promise<void> => {
  for (const feature of featuresOf(context)) await feature.recordAudit?.(context, recording);
};
