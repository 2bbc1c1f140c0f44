import { serve } from '../run/serve';
import { ensureDemoUsers, type SignIn } from './users';

/** Serves the compiled application with the demo's users, and tells the command that started it. */
const serveDemo = async (): Promise<void> => {
  // The command may be killed in a way it cannot pass on.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  let signIns: SignIn[] = [];
  await serve(async (strapi) => {
    signIns = await ensureDemoUsers({ strapi });
  });
  process.send?.({ signIns });
};

void serveDemo();
