import type { Context } from 'koa';
import type { WithStrapi } from '../../strapi/with-strapi';
import {
  findRouter,
  findMatchedPath,
  resolvePolicies,
  type RegisteredRoute,
  type RegisteredRouter,
} from '../../strapi/routes';
import { errors, policy } from '@strapi/utils';
import { getAuthentication, getRefusals, type AuthState } from '../../strapi/authentication';

const CREATE = 'plugin::upload.assets.create';
const UPDATE = 'plugin::upload.assets.update';

type ActionOf = (ctx: Context) => string;

/**
 * The handlers, of Strapi 5.54 and of this project, that read `ctx.request.files` or get a form
 * from the admin panel. They are listed by `<plugin>.<router>`, with the permission that the
 * handler itself checks in addition to its route. Add a line for every new handler that accepts
 * files.
 */
const HANDLERS: Readonly<Record<string, Readonly<Record<string, ActionOf | null>>>> = {
  'upload.admin': {
    'admin-upload.upload': (ctx) => (ctx.query.id ? UPDATE : CREATE),
    'admin-upload.uploadFile': () => CREATE,
    'admin-upload.replaceFile': () => UPDATE,
    'admin-upload.updateFileInfo': () => UPDATE,
  },
  'upload.content-api': { 'content-api.upload': null },
  'admin.admin': { 'admin.updateProjectSettings': null },
  'import-export.admin': { 'runs.beginImport': null, 'runs.readRows': null },
};

export type UploadRoute = {
  route: RegisteredRoute;
  /** The permission that an administrator needs in addition to the route's; null for none. */
  actionOf: ActionOf | null;
};

const withoutEndSlash = (path: string): string => path.replace(/\/+$/, '');

/**
 * Returns a function that finds the upload route of a request. It uses the router's own match, so
 * that no spelling of a path can bypass it.
 */
export const createUploadRoutes = ({ strapi }: WithStrapi) => {
  let routes: Map<string, UploadRoute> | undefined;

  const buildRouteAddress = (
    { type, prefix = '' }: RegisteredRouter,
    { path, config }: RegisteredRoute,
  ): string => {
    const api = type === 'content-api' ? strapi.config.get<string>('api.rest.prefix') : '';
    return withoutEndSlash(`${api}${config?.prefix ?? prefix}${path}`);
  };

  const collect = (): Map<string, UploadRoute> => {
    const uploadRoutes = new Map<string, UploadRoute>();
    for (const [name, handlers] of Object.entries(HANDLERS)) {
      const [plugin = '', kind = ''] = name.split('.');
      const router = findRouter({ strapi }, plugin, kind);
      for (const [handler, actionOf] of Object.entries(handlers)) {
        const route = router?.routes.find((candidate) => candidate.handler === handler);
        if (router === undefined || route === undefined) {
          strapi.log.warn(`multipart: Strapi no longer has ${name} ${handler}; it takes no files`);
          continue;
        }
        uploadRoutes.set(`${route.method} ${buildRouteAddress(router, route)}`, {
          route,
          actionOf,
        });
      }
    }
    return uploadRoutes;
  };

  /** Returns the upload route that will answer a request, if any. */
  return (ctx: Context): UploadRoute | undefined => {
    // Collected at the first request, because middlewares are created before routes are registered.
    routes ??= collect();
    const path = findMatchedPath({ strapi }, ctx);
    return path === undefined ? undefined : routes.get(`${ctx.method} ${withoutEndSlash(path)}`);
  };
};

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
  const refusals = getRefusals(ctx);
  const authentication = getAuthentication({ strapi });
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
  for (const { handler, config } of resolvePolicies({ strapi }, route)) {
    const outcome = await handler(context, config, { strapi });
    if (outcome !== true && outcome !== undefined) throw new errors.PolicyError();
  }
  const action = actionOf?.(ctx);
  if (action === undefined || state.userAbility?.can(action, FILE_UID) === true) return true;
  refusals.forbidden();
  return false;
};
