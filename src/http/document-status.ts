import type { Context } from 'koa';

type State = { isPreview?: boolean };

/** Lets a request see drafts. */
export const grantDrafts = (ctx: Context): void => {
  (ctx.state as State).isPreview = true;
};

/** Which version of documents a request may see: the draft for holders of a preview token. */
export const statusOf = (ctx: Context): 'draft' | 'published' =>
  (ctx.state as State).isPreview === true ? 'draft' : 'published';
