export { createClient, unwrap, CmsError, type Client, type ClientOptions } from './client.ts';
export type { Login, LoginStore } from './login.ts';
export { entryPath } from './addresses.ts';
export { cacheTags } from './tags.ts';
export { formatAmount, formatDate, formatPrice, isOffSale, totalPrice } from './formats.ts';
export { pictureUrl, srcset, type PictureOptions } from './pictures.ts';
export {
  isContentMessage,
  readWebhook,
  staleTags,
  type ContentMessage,
  type OtherMessage,
  type WebhookMessage,
} from './webhooks.ts';
export type {
  CommonError,
  Data,
  Draft,
  Failure,
  Options,
  PathOf,
  Result,
  Schemas,
} from './types.ts';
export type { components, drafts, operations, paths } from './schema.ts';
