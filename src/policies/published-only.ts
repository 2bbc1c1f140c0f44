import { errors } from '@strapi/utils';

type PolicyContext = {
  state: { auth?: { strategy?: { name?: string } } };
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

/**
 * Refuses drafts to anyone but an API token: stock Strapi hands `?status=draft` to everyone who may read
 * a type at all (https://github.com/strapi/strapi/issues/25326).
 */
const publishedOnly = ({ state, request }: PolicyContext): boolean => {
  if (!asksForDrafts(request.query)) return true;
  if (state.auth?.strategy?.name === 'content-api-token') return true;
  throw new errors.PolicyError('Drafts are not public.', { code: 'DRAFTS_NOT_PUBLIC' });
};

export default publishedOnly;
