import type { Context } from 'koa';
import type { Person } from '../strapi/actor';
import { messageLanguageOf } from './message-language';

/** Returns the admin user who sends a request. */
export const readPerson = (ctx: Context): Person => {
  const { user, userAbility } = ctx.state as { user: Person['user']; userAbility: unknown };
  return { user, ability: userAbility, language: messageLanguageOf(ctx) };
};
