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
 * Whether the caller may use an upload route, as Strapi will ask again once the body is there: the strategies,
 * scopes and policies of the route, and the permission that its handler demands. Where not, the answer stands
 * in `ctx` as Strapi would give it.
 *
 * @throws PolicyError when a policy of the route refuses
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
    // It answers by itself whom it does not know, and does not go on then.
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
