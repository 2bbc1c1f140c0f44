import type { Context } from 'koa';

/** Which version of documents a request may see: the draft for holders of a preview token. */
export const statusOf = (ctx: Context): 'draft' | 'published' =>
  (ctx.state as { isPreview?: boolean }).isPreview === true ? 'draft' : 'published';
