/** Sets back the clock of the process that imports it. Its monotonic clock is unchanged. */

const BEHIND_MS = 3_000;

const now = Date.now.bind(Date);
/** @returns {number} */
const slowNow = () => now() - BEHIND_MS;

globalThis.Date = new Proxy(Date, {
  construct(date, parameters, target) {
    /** @type {Date} */
    const made = Reflect.construct(
      date,
      parameters.length === 0 ? [slowNow()] : parameters,
      target,
    );
    return made;
  },
  get(date, name) {
    /** @type {unknown} */
    const value = Reflect.get(date, name);
    return name === 'now' ? slowNow : value;
  },
});
