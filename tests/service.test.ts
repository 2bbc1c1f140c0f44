import { type App, startApp } from './support/app';

describe('the service', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  }, 60_000);

  afterAll(() => app.stop());

  it('should answer for its health', async () => {
    await app.request.get('/_health').expect(204);
  });
});
