import { Client } from 'pg';
import { startApp, stopQuietly, type App } from '../support/app';

/** A service with the sample, and its database, to read rows as they are stored. */
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
