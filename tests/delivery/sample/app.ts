import { startApp, type App } from '../../support/app';

/** The service with the sample catalogue, which the files of this folder only read. */
export let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
});

afterAll(() => app.stop());
