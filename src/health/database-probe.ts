import { Client } from 'pg';

/** A database that takes longer to say yes to nothing is of no use to requests either. */
const PATIENCE_MS = 1_000;

/**
 * Asks the database whether it answers, over a connection of its own: one of the pool's would have to be
 * waited for when requests hold them all, and a busy node is not one whose database is away.
 */
export const createDatabaseProbe = (url: string) => {
  let client: Client | null = null;

  const drop = (dropped: Client): void => {
    if (client === dropped) client = null;
    void dropped.end().catch(() => undefined);
  };

  const open = (): Client => {
    const opened = new Client({
      connectionString: url,
      application_name: 'education-cms health',
      connectionTimeoutMillis: PATIENCE_MS,
      keepAlive: true,
    });
    // Unheard, the error of a connection that dies while idle would end the process.
    opened.on('error', () => drop(opened));
    opened.on('end', () => drop(opened));
    return opened;
  };

  const ask = async (asked: Client, isNew: boolean): Promise<boolean> => {
    if (isNew) await asked.connect();
    await asked.query('SELECT 1');
    return true;
  };

  return {
    /** Whether the database answered, within a second. Only one may ask at a time. */
    async answers(): Promise<boolean> {
      const isNew = client === null;
      const asked = client ?? open();
      client = asked;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<false>((resolve) => {
        // In a busy process time may be over before the answer, long there, has had its turn: one more
        // round of the event loop reads what has come.
        const giveUp = (): void => void setImmediate(() => setImmediate(() => resolve(false)));
        timer = setTimeout(giveUp, PATIENCE_MS);
      });
      const answered = await Promise.race([ask(asked, isNew).catch(() => false), patience]);
      clearTimeout(timer);
      if (!answered) drop(asked);
      return answered;
    },

    async end(): Promise<void> {
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
};

export type DatabaseProbe = ReturnType<typeof createDatabaseProbe>;
