import type { UID } from '@strapi/types';
import type { Context } from 'koa';
import type { Person } from '../strapi/actor';
import { messageLanguageOf } from './message-language';

/** Returns the body of a request, before its validation. */
export const bodyOf = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body;

/** Returns the permissions of the admin user who sends a request (`@casl/ability`). */
export const abilityOf = (ctx: Context): unknown =>
  (ctx.state as { userAbility: unknown }).userAbility;

/** Returns the admin user who sends a request. */
export const readPerson = (ctx: Context): Person => {
  const { user, userAbility } = ctx.state as { user: Person['user']; userAbility: unknown };
  return { user, ability: userAbility, language: messageLanguageOf(ctx) };
};

/** Returns the content type in the path of a request, and the ability of its admin user. */
export const readTypeRequest = (ctx: Context): { uid: UID.ContentType; ability: unknown } => {
  const { model } = ctx.params as { model: UID.ContentType };
  return { uid: model, ability: readPerson(ctx).ability };
};
