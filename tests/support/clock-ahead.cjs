/** Sets the clock of a process ahead by CLOCK_AHEAD_MS when it is sent SIGUSR2; loaded with `--require`. */
let ahead = 0;

process.on('SIGUSR2', () => {
  ahead = Number(process.env.CLOCK_AHEAD_MS);
});

const RealDate = Date;

globalThis.Date = class extends RealDate {
  /** @param {unknown[]} values */
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + ahead);
    // @ts-expect-error the constructor of Date takes all of these
    else super(...values);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
