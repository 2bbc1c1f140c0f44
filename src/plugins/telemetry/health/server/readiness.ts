/** Whether one part that every request leans on works at this moment. It must settle quickly. */
export type Check = () => boolean | Promise<boolean>;

export type Report = {
  /** Only `ready` is a node to send requests to. */
  status: 'starting' | 'ready' | 'unavailable' | 'draining';
  /** What was looked at; names of ours, so that nothing of the inside is told to the outside. */
  parts: Readonly<Record<string, 'ok' | 'away'>>;
};

/** How long what was found may be told again, in milliseconds: good news, and bad. */
const FRESH_MS = 1_000;
const FRESH_BAD_MS = 200;

type Options = {
  checks: Readonly<Record<string, Check>>;
  log: { warn: (message: string) => void; info: (message: string) => void };
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
};

/**
 * Whether this node should be sent requests. The parts are looked at once for everybody who asks at the
 * same time and at most once a second, however many probes there are; starting and draining are known at
 * once.
 */
export const createReadiness = ({ checks, log, now = () => performance.now() }: Options) => {
  let phase: 'starting' | 'running' | 'draining' = 'starting';
  let last: { at: number; parts: Report['parts'] } | null = null;
  let looking: Promise<Report['parts']> | null = null;
  let wasAway = '';

  const awayIn = (parts: Report['parts']): string =>
    Object.keys(parts)
      .filter((name) => parts[name] === 'away')
      .join(', ');

  const logParts = (parts: Report['parts']): void => {
    const away = awayIn(parts);
    if (away !== wasAway && phase === 'running') {
      if (away === '') log.info('health: ready again');
      else log.warn(`health: not ready: ${away}`);
    }
    wasAway = away;
  };

  const look = async (): Promise<Report['parts']> => {
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

  const partsNow = (): Promise<Report['parts']> => {
    if (last !== null) {
      const fresh = awayIn(last.parts) === '' ? FRESH_MS : FRESH_BAD_MS;
      if (now() - last.at < fresh) return Promise.resolve(last.parts);
    }
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  return {
    /** The start is complete. */
    started(): void {
      if (phase === 'starting') phase = 'running';
    },

    /** The node is about to stop; it never becomes ready again. */
    drain(): void {
      phase = 'draining';
    },

    async report(): Promise<Report> {
      const parts = phase === 'running' ? await partsNow() : {};
      // Only now: the signal to stop may have come while the parts were looked at.
      if (phase !== 'running') return { status: phase, parts: {} };
      return { status: awayIn(parts) === '' ? 'ready' : 'unavailable', parts };
    },
  };
};

export type Readiness = ReturnType<typeof createReadiness>;
