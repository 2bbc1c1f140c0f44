import type { Handler } from '#platform/jobs';

/** This is longer than any test, so that an expired attempt would be noticed. */
export const EXPIRE_SECONDS = 600;

/** Returns a handler whose attempts end when the test decides. */
export const openWork = () => {
  const tries: { end: () => void; fail: (error: Error) => void }[] = [];
  const handler: Handler<object> = () =>
    new Promise((resolve, reject) => {
      tries.push({ end: resolve, fail: reject });
    });
  return { tries, handler };
};
