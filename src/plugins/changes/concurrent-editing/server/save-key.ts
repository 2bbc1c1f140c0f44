import { hash } from 'node:crypto';
import type { WithStrapi } from '../../../../platform/with-strapi';

type State = { route?: { info?: { pluginName?: string } } };

/**
 * By what the panel's save that is being answered is recognised when it comes again: the panel sends the same
 * `Idempotency-Key` with a form's saves until one of them was answered. A digest, of whatever length the key has; null
 * for what sends none, and outside of the panel's forms.
 */
export const saveKeyNow = ({ strapi }: WithStrapi): string | null => {
  const ctx = strapi.requestContext.get();
  const { route } = (ctx?.state ?? {}) as State;
  if (ctx === undefined || route?.info?.pluginName !== 'content-manager') return null;
  const key = ctx.get('Idempotency-Key').trim();
  return key === '' ? null : hash('sha256', key, 'base64url').slice(0, 22);
};
