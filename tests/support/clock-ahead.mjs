/** Sets the clock of a process ahead by CLOCK_AHEAD_MS when it is sent SIGUSR2; loaded with `--import`. */
let ahead = 0;

process.on('SIGUSR2', () => {
  ahead = Number(process.env.CLOCK_AHEAD_MS);
});

const RealDate = Date;
const readClock = Date.now;

const now = () => readClock() + ahead;

globalThis.Date = new Proxy(RealDate, {
  construct: (_target, values, newTarget) => {
    /** @type {object} */
    const date = Reflect.construct(RealDate, values.length === 0 ? [now()] : values, newTarget);
    return date;
  },
  /** @returns {unknown} */
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
