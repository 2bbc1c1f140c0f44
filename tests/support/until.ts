import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is one that is wanted; fails with the last one. */
export const until = async <T>(
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean,
  seconds = 20,
): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`It did not happen: ${JSON.stringify(answer)}`);
    await pause(25);
  }
};
