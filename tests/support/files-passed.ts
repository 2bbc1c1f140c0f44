import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from './app';

const compiled = path.resolve(__dirname, '../../dist');
const folders = ['src', 'config'].map((name) => path.join(compiled, name) + path.sep);

type Work = () => Promise<unknown>;

/** The file that a script was loaded from: an address where Node loaded it, a path where Jest did. */
const fileOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url);

/** It takes up a job whenever one is due, each minute at least. */
const WORKER = path.join(compiled, 'src/jobs/worker.js');

const isOurs = (file: string): boolean =>
  file !== WORKER && folders.some((folder) => file.startsWith(folder));

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
 * Work in the background goes on beside all of it. It is told apart twice: what not every request passes is
 * none of its own, nor is what is also passed in the time after it, for as long as it took, while only the
 * health is asked for.
 *
 * @param requests the same request several times, with the same state before each
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
    const below = async () => {
      await request.get('/_health');
      await besides();
    };
    await below();
    const passed: ReadonlySet<string>[] = [];
    const notTheirs = new Set<string>();
    for (const one of requests) {
      const started = performance.now();
      passed.push(await filesCalledIn(session, one));
      const ended = performance.now();
      const others = await filesCalledIn(session, async () => {
        do await below();
        while (performance.now() - ended < ended - started);
      });
      for (const file of others) notTheirs.add(file);
    }
    await session.post('Profiler.stopPreciseCoverage');
    const [first = new Set<string>(), ...others] = passed;
    return [...first]
      .filter((file) => !notTheirs.has(file) && others.every((files) => files.has(file)))
      .map((file) => path.relative(compiled, file).replace(/\.js$/, ''))
      .sort();
  } finally {
    session.disconnect();
  }
};
