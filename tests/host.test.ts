import { startApp } from './support/app';

type Engine = { hooks: Record<string, { getHandlers: () => unknown[] }> };

describe('a process that has held another service', () => {
  it('should ask what looks at permissions once, as a process does that has held none', async () => {
    await (await startApp({ own: true })).stop();
    const app = await startApp({ own: true });
    try {
      const { engine } = app.strapi.service('admin::permission') as unknown as { engine: Engine };
      const handlers = engine.hooks['before-register.permission']?.getHandlers() ?? [];
      expect(handlers.length).toBeGreaterThan(0);
      expect(handlers).toHaveLength(new Set(handlers).size);
    } finally {
      await app.stop();
    }
  });
});
