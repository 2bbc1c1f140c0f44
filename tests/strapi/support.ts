import { Client } from 'pg';
import { startApp, stopQuietly, type App } from '../support/app';

/** Starts a service with the sample, and connects to its database. */
export const startWithDatabase = async (): Promise<{
  app: App;
  client: Client;
  stop: () => Promise<void>;
}> => {
  const app = await startApp({ seed: true });
  const client = new Client(app.database.url);
  await client.connect();
  return {
    app,
    client,
    async stop(): Promise<void> {
      await client.end();
      await stopQuietly(app);
    },
  };
};
