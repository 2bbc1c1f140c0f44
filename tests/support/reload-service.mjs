import { createRequire } from 'node:module';
import { compileServer, dist } from '../../scripts/lib/build.mjs';
import { stopKeptService } from './service-in-process.mjs';

const { cache } = createRequire(import.meta.url);

/** Before each run of `npm run test:watch`: has the next start load what has changed. Packages stay loaded. */
export default async () => {
  if (!(await compileServer())) return;
  await stopKeptService();
  for (const file of Object.keys(cache)) {
    if (file.startsWith(dist)) Reflect.deleteProperty(cache, file);
  }
};
