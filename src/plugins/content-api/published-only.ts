import { errors } from '@strapi/utils';
import type { WithStrapi } from '../../platform/with-strapi';
import { createDraftFinder } from './draft-guard';

type PolicyContext = {
  state: {
    auth?: { strategy?: { name?: string } };
    /**
     * The handler of a generated route consists of the type's UID and the action:
     * `api::live.live.find`.
     */
    route: { handler: string };
  };
  request: { query: Record<string, unknown> };
};

const asksForDrafts = ({
  status,
  publicationFilter,
  hasPublishedVersion,
}: Record<string, unknown>) =>
  (status !== undefined && status !== 'published') ||
  publicationFilter !== undefined ||
  hasPublishedVersion !== undefined;

const policyError = (message: string, details: Record<string, unknown> = {}): Error =>
  new errors.PolicyError(message, { code: 'DRAFTS_NOT_PUBLIC', ...details });

/**
 * Rejects requests for drafts without an API token. Strapi returns `?status=draft` to everyone who
 * may read a type at all (https://github.com/strapi/strapi/issues/25326), and lets them filter by
 * drafts.
 */
export const publishedOnly = (
  { state, request: { query } }: PolicyContext,
  _config: unknown,
  { strapi }: WithStrapi,
): boolean => {
  if (state.auth?.strategy?.name === 'content-api-token') return true;
  if (asksForDrafts(query)) throw policyError('Drafts are not public.');
  const { handler } = state.route;
  const path = createDraftFinder({ strapi })(handler.slice(0, handler.lastIndexOf('.')), query);
  if (path !== undefined) {
    throw policyError(`Drafts are not public, and ${path} would look at them.`, { path });
  }
  return true;
};
