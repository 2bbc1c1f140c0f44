import { quantile } from '../lib/statistics.mjs';
import { mustGet } from '../load/get.mjs';
import { channels } from '../targets/queries.mjs';

const SIZE = 1_000;
const SECONDS = 8;
const RATE = 500;
const LOGINS_A_SECOND = 5;

/** Logs in. The password is compared even if the account does not exist. @param {string} url */
const logIn = async (url) => {
  const { status } = await fetch(`${url}/api/user-endpoints/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${Math.random()}@example.com`, password: 'Only-for-figures-1' }),
  });
  if (status !== 401) throw new Error(`A login was answered ${status}`);
};

export default [
  {
    name: 'beside-logins',
    title: `hot p95 (4 KB) while ${LOGINS_A_SECOND} students log in each second`,
    wanted: 20,
    unit: /** @type {const} */ ('ms'),
    better: /** @type {const} */ ('less'),
    takes: { once: 17, round: 8 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, load, rounds }) {
      const { url } = await targets.fresh('ours', SIZE, { LIMIT_LOGIN_PER_ADDRESS: '1000000/1' });
      const hot = url + channels;
      await mustGet(hot);
      const measureRound = async () => {
        /** @type {Promise<void>[]} */
        const logins = [];
        const timer = setInterval(() => logins.push(logIn(url)), 1_000 / LOGINS_A_SECOND);
        const job = { address: hot, connections: 16, rate: RATE, seconds: SECONDS };
        const { latencies } = await load.run(job);
        clearInterval(timer);
        await Promise.all(logins);
        return latencies;
      };
      await measureRound();
      /** @type {number[]} */
      const values = [];
      for (let round = 0; round < rounds; round += 1) {
        values.push(quantile(await measureRound(), 0.95));
      }
      return { values };
    },
  },
];
