import { errors, policy } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../with-strapi';
import { type AuthState, authenticationOf, refusalsOf } from '../../strapi/authentication';
import { policiesOf } from '../../strapi/routes';
import type { UploadRoute } from './upload-routes';

const FILE_UID = 'plugin::upload.file';

type Ability = { can: (action: string, subject: string) => boolean };

type State = AuthState & { userAbility?: Ability };

/**
 * Returns whether the caller may use an upload route. It runs the checks that Strapi repeats once
 * the body is read: strategies, scopes and policies of the route, and the handler's permission. If
 * not, Strapi's usual error response is in `ctx`.
 *
 * @throws PolicyError when a policy of the route rejects the request
 */
export const mayUpload = async (
  { strapi }: WithStrapi,
  ctx: Context,
  { route, actionOf }: UploadRoute,
): Promise<boolean> => {
  const state = ctx.state as State;
  const refusals = refusalsOf(ctx);
  const authentication = authenticationOf({ strapi });
  state.route = { ...route, config: route.config ?? {} };
  const isKnown = await new Promise<boolean>((resolve, reject) => {
    const admit = (): Promise<void> => {
      resolve(true);
      return Promise.resolve();
    };
    // For unknown callers, Strapi writes the response itself and does not call `next`.
    authentication.authenticate(ctx, admit).then(() => {
      resolve(false);
    }, reject);
  });
  if (!isKnown) return false;
  try {
    await authentication.verify(state.auth, route.config?.auth);
  } catch (error) {
    if (error instanceof errors.UnauthorizedError) refusals.unauthorized();
    else if (error instanceof errors.ForbiddenError && !(error instanceof errors.PolicyError)) {
      refusals.forbidden();
    } else throw error;
    return false;
  }
  const context = policy.createPolicyContext('koa', ctx);
  for (const { handler, config } of policiesOf({ strapi }, route)) {
    const outcome = await handler(context, config, { strapi });
    if (outcome !== true && outcome !== undefined) throw new errors.PolicyError();
  }
  const action = actionOf?.(ctx);
  if (action === undefined || state.userAbility?.can(action, FILE_UID) === true) return true;
  refusals.forbidden();
  return false;
};
