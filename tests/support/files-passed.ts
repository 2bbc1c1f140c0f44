import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from './app';

const compiled = path.resolve(__dirname, '../../dist');
const folders = ['src', 'config'].map((name) => path.join(compiled, name) + path.sep);

type Work = () => Promise<unknown>;

/** The file that a script was loaded from: an address where Node loaded it, a path where Jest did. */
const fileOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url);

const isOurs = (file: string): boolean => folders.some((folder) => file.startsWith(folder));

/** The compiled files of the service of which a function was called, in this process, while `work` ran. */
const filesCalledIn = async (session: Session, work: Work): Promise<ReadonlySet<string>> => {
  // Each call starts the counts anew.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const called = result.filter(({ functions }) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  );
  return new Set(called.map(({ url }) => fileOf(url)).filter(isOurs));
};

/**
 * The source files that a request passes on its way through the service, besides those that every request
 * passes: how many files somebody has to open who follows it.
 *
 * @param requests the same request several times, with the same state before each; what not all of them
 *   pass is work in the background, which goes on beside them
 * @param besides more that is below every request of its kind, such as what each write to the database passes
 * @returns paths below the project's root, without their extensions
 */
export const filesPassed = async (
  { request }: Pick<App, 'request'>,
  requests: readonly Work[],
  besides: Work = () => Promise.resolve(),
): Promise<readonly string[]> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const health = await filesCalledIn(session, async () => {
      await request.get('/_health');
      await besides();
    });
    const passed: ReadonlySet<string>[] = [];
    for (const one of requests) passed.push(await filesCalledIn(session, one));
    await session.post('Profiler.stopPreciseCoverage');
    const [first = new Set<string>(), ...others] = passed;
    return [...first]
      .filter((file) => !health.has(file) && others.every((files) => files.has(file)))
      .map((file) => path.relative(compiled, file).replace(/\.js$/, ''))
      .sort();
  } finally {
    session.disconnect();
  }
};
