/** Tells whether a part that every request needs works now. It must return quickly. */
export type Check = () => boolean | Promise<boolean>;

export type Report = {
  /** Status of the node. Load balancers should send requests only to a `ready` one. */
  status: 'starting' | 'ready' | 'unavailable' | 'draining';
  /** State of each checked part, under public names that reveal nothing internal. */
  parts: Readonly<Record<string, 'ok' | 'away'>>;
};

/** Milliseconds for which good and bad results of the checks are reused. */
const FRESH_MS = 1_000;
const FRESH_BAD_MS = 200;

type Options = {
  checks: Readonly<Record<string, Check>>;
  log: { warn: (message: string) => void; info: (message: string) => void };
  /** Returns the milliseconds of a monotonic clock. */
  now?: () => number;
};

/**
 * Returns the readiness of this node. Simultaneous probes share one run of the checks, which run at
 * most once a second while all parts work. The states `starting` and `draining` need no checks.
 */
export const createReadiness = ({ checks, log, now = () => performance.now() }: Options) => {
  let phase: 'starting' | 'running' | 'draining' = 'starting';
  let last: { at: number; parts: Report['parts'] } | null = null;
  let looking: Promise<Report['parts']> | null = null;
  let wasAway = '';

  const listUnavailable = (parts: Report['parts']): string =>
    Object.keys(parts)
      .filter((name) => parts[name] === 'away')
      .join(', ');

  const logParts = (parts: Report['parts']): void => {
    const unavailableParts = listUnavailable(parts);
    if (unavailableParts !== wasAway && phase === 'running') {
      if (unavailableParts === '') log.info('health: ready again');
      else log.warn(`health: not ready: ${unavailableParts}`);
    }
    wasAway = unavailableParts;
  };

  const checkParts = async (): Promise<Report['parts']> => {
    const entries = Object.entries(checks).map(async ([name, check]) => {
      const isOk = await Promise.resolve()
        .then(check)
        .catch(() => false);
      return [name, isOk ? 'ok' : 'away'] as const;
    });
    const parts = Object.fromEntries(await Promise.all(entries));
    logParts(parts);
    last = { at: now(), parts };
    return parts;
  };

  const readFreshParts = (): Promise<Report['parts']> => {
    if (last !== null) {
      const fresh = listUnavailable(last.parts) === '' ? FRESH_MS : FRESH_BAD_MS;
      if (now() - last.at < fresh) return Promise.resolve(last.parts);
    }
    looking ??= checkParts().finally(() => {
      looking = null;
    });
    return looking;
  };

  return {
    /** Marks the start as complete. */
    started(): void {
      if (phase === 'starting') phase = 'running';
    },

    /** Marks the node as stopping; it never becomes ready again. */
    drain(): void {
      phase = 'draining';
    },

    async report(): Promise<Report> {
      const parts = phase === 'running' ? await readFreshParts() : {};
      // Checked afterwards, because the stop signal may come during the checks.
      if (phase !== 'running') return { status: phase, parts: {} };
      return { status: listUnavailable(parts) === '' ? 'ready' : 'unavailable', parts };
    },
  };
};

export type Readiness = ReturnType<typeof createReadiness>;
