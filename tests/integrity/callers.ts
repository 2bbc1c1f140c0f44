import type { App } from '../support/app';

type Answer = { status: number; body: unknown };

/** An answer that refuses, as clients read it. */
export type Refusal = {
  error: {
    name: string;
    message: string;
    details: {
      code: string;
      errors?: { path: string[]; message: string; name: string }[];
      entries?: { title: string; documentId: string; uid: string }[];
    };
  };
};

export const refusalIn = ({ body }: Answer): Refusal['error'] => (body as Refusal).error;

type Pool = { numUsed(): number; numPendingAcquires(): number };

const CALM_LOOKS = 5;

/**
 * Stops the service once it has come to rest. Strapi reads an entry again to announce that it was
 * published, after the publication has answered; without its connections that read fails.
 */
export const stopQuietly = async (app: App): Promise<void> => {
  const { pool } = app.strapi.db.connection.client as unknown as { pool: Pool };
  for (let calm = 0; calm < CALM_LOOKS; calm += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (pool.numUsed() > 0 || pool.numPendingAcquires() > 0) calm = 0;
  }
  await app.stop();
};
