import { createApplication } from '../run/application';
import { surviveOutages } from '../run/survive-outages';
import { ensureDemoUsers } from './users';

/** Serves the compiled application with the demo's users, and tells the command that started it. */
const serve = async (): Promise<void> => {
  surviveOutages();
  // The command may be killed in a way it cannot pass on.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const strapi = createApplication();
  await strapi.load();
  const signIns = await ensureDemoUsers({ strapi });
  await strapi.listen();
  process.send?.({ signIns });
};

void serve().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? String(error.stack) : String(error)}\n`);
  process.exit(1);
});
