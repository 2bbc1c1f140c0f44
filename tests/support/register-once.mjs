import { createRequire } from 'node:module';

/**
 * Has Strapi's hooks keep each handler once. Those of the admin panel's permissions are made with their modules and live as
 * long as the process does, and every service that starts in it adds the same handlers again: the fiftieth of a worker
 * would ask each of them fifty times, about every permission, at each request of the panel.
 *
 * Loaded once a process, before Strapi is.
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
