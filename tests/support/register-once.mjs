import { createRequire } from 'node:module';

/**
 * Makes Strapi's hooks keep each handler once. The hooks of the panel's permissions live as long as the
 * process, and each service that starts in it adds the same handlers again. Otherwise the fiftieth
 * service of a worker would call each handler fifty times, for every permission of each request.
 *
 * Loaded once per process, before Strapi.
 *
 * @typedef {{ getHandlers: () => unknown[], register: (handler: unknown) => Hook }} Hook
 */

/** @type {{ hooks: Record<string, () => Hook> }} */
const { hooks } = createRequire(import.meta.url)('@strapi/utils');

/** @param {() => Hook} make */
const keepingEachOnce = (make) => () => {
  const hook = make();
  const { register } = hook;
  hook.register = (handler) =>
    hook.getHandlers().includes(handler) ? hook : register.call(hook, handler);
  return hook;
};

for (const [name, make] of Object.entries(hooks)) {
  if (typeof make === 'function') hooks[name] = keepingEachOnce(make);
}
