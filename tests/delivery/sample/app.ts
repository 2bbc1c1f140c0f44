import { startApp, type App } from '../../support/app';

/** The service with the sample catalogue. Tests of this folder share it, and only read it. */
export let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
});

afterAll(() => app.stop());
