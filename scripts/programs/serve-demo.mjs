/**
 * Serves the compiled application with the demo's users, and reports to the command that started
 * it.
 */
import { loadCompiledService, loadCompiledTools } from '../lib/build.mjs';

// Must come before all other modules, because modules loaded earlier are compiled at each start.
loadCompiledService('scripts/run/compile-cache.js');

const { serve } = /** @type {typeof import('../run/serve.js')} */ (
  loadCompiledService('scripts/run/serve.js')
);
const { ensureDemoUsers } = /** @type {typeof import('../demo/users.js')} */ (
  loadCompiledTools('scripts/demo/users.js')
);

const { connectFilms, connectSite } = /** @type {typeof import('../demo/site.js')} */ (
  loadCompiledTools('scripts/demo/site.js')
);

const { installStartPage } = /** @type {typeof import('../demo/start-page.js')} */ (
  loadCompiledTools('scripts/demo/start-page.js')
);

/** @type {import('../demo/start-page.js').Beside[]} */
const beside = JSON.parse(process.env.DEMO_BESIDE ?? '[]');

// The parent command can be killed by a signal that it cannot forward.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

/** @type {import('../demo/users.js').SignIn[]} */
let signIns = [];
/** @type {string | undefined} */
let webhookSecret;
const { DEMO_FILMS, DEMO_SITE } = process.env;
await serve(async (strapi) => {
  signIns = await ensureDemoUsers({ strapi });
  if (DEMO_FILMS !== undefined) await connectFilms({ strapi }, DEMO_FILMS);
  if (DEMO_SITE !== undefined) webhookSecret = await connectSite({ strapi }, DEMO_SITE);
  installStartPage({ strapi }, { signIns, beside });
});
process.send?.({ signIns, webhookSecret });
