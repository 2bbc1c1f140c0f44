import { errors, policy } from '@strapi/utils';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { UploadRoute } from './upload-routes';

const FILE_UID = 'plugin::upload.file';

type Authentication = {
  authenticate: (ctx: Context, next: () => Promise<void>) => Promise<void>;
  verify: (auth: unknown, config: unknown) => Promise<void>;
};

type Policy = {
  handler: (ctx: unknown, config: unknown, of: { strapi: Core.Strapi }) => unknown;
  config: unknown;
};

type Policies = { resolve: (policies: readonly unknown[], info: unknown) => readonly Policy[] };

type Ability = { can: (action: string, subject: string) => boolean };

type State = { auth?: unknown; route?: unknown; userAbility?: Ability };

/** Strapi's own way of answering, which its routes use for 401 and 403. */
type Answers = { unauthorized: () => void; forbidden: () => void };

/**
 * Whether the caller may use an upload route, as Strapi will ask again once the body is there: the strategies,
 * scopes and policies of the route, and the permission that its handler demands. Where not, the answer stands
 * in `ctx` as Strapi would give it.
 *
 * @throws PolicyError when a policy of the route refuses
 */
export const mayUpload = async (
  { strapi }: { strapi: Core.Strapi },
  ctx: Context,
  { route, actionOf }: UploadRoute,
): Promise<boolean> => {
  const state = ctx.state as State;
  const answers = ctx as unknown as Answers;
  const authentication = strapi.get<Authentication>('auth');
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
    if (error instanceof errors.UnauthorizedError) answers.unauthorized();
    else if (error instanceof errors.ForbiddenError && !(error instanceof errors.PolicyError)) {
      answers.forbidden();
    } else throw error;
    return false;
  }
  const resolved = strapi
    .get<Policies>('policies')
    .resolve(route.config?.policies ?? [], route.info);
  const context = policy.createPolicyContext('koa', ctx);
  for (const { handler, config } of resolved) {
    const outcome = await handler(context, config, { strapi });
    if (outcome !== true && outcome !== undefined) throw new errors.PolicyError();
  }
  const action = actionOf?.(ctx);
  if (action === undefined || state.userAbility?.can(action, FILE_UID) === true) return true;
  answers.forbidden();
  return false;
};
