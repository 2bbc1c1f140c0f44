import { hash } from 'node:crypto';
import type { WithStrapi } from '../../../../platform/with-strapi';

type State = { route?: { info?: { pluginName?: string } } };

/**
 * Returns the key of the current panel save, which identifies its repetition. The panel sends the
 * same `Idempotency-Key` with a form's saves until one receives an answer. The result is a digest
 * of fixed length, or null without a header or outside the panel's forms.
 */
export const saveKeyNow = ({ strapi }: WithStrapi): string | null => {
  const ctx = strapi.requestContext.get();
  const { route } = (ctx?.state ?? {}) as State;
  if (ctx === undefined || route?.info?.pluginName !== 'content-manager') return null;
  const key = ctx.get('Idempotency-Key').trim();
  return key === '' ? null : hash('sha256', key, 'base64url').slice(0, 22);
};
