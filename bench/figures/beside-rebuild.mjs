import { setTimeout as sleep } from 'node:timers/promises';
import { withSql } from '../lib/sql.mjs';
import { quantile } from '../lib/statistics.mjs';
import { get, mustGet } from '../load/get.mjs';
import { channels, listOfAll } from '../targets/queries.mjs';

const SIZE = 1_000;
const SECONDS = 8;
const RATE = 500;
const PAUSE_MS = 100;

export default [
  {
    name: 'beside-rebuild',
    title: 'hot p99 (4 KB) while a cold list of 1,000 is being rebuilt beside it',
    wanted: 20,
    unit: /** @type {const} */ ('ms'),
    better: /** @type {const} */ ('less'),
    takes: { once: 17, round: 8 },

    /** @param {import('../lib/measure.mjs').Context} context */
    async measure({ targets, databases, load, rounds }) {
      const { url } = await targets.get('ours', SIZE);
      // Categories are part of every product and of no channel.
      const hot = url + channels;
      const list = url + listOfAll(SIZE).ours;
      await mustGet(hot);
      return withSql((await databases(SIZE)).ours, async (client) => {
        /** @type {number[]} */
        const values = [];
        /** @type {number[]} */
        const rebuilds = [];
        const job = { address: hot, connections: 16, rate: RATE };
        const measureRound = async () => {
          let isOver = false;
          let count = 0;
          const rebuild = async () => {
            while (!isOver) {
              count += 1;
              await client.query(`UPDATE categories SET name = name || ''`);
              await get(list);
              await sleep(PAUSE_MS);
            }
          };
          const rebuilding = rebuild();
          const { latencies } = await load.run({ ...job, seconds: SECONDS });
          isOver = true;
          await rebuilding;
          return { latencies, count };
        };
        // Warms up, because newly loaded code is slow, and its compilation takes time as well.
        await measureRound();
        for (let round = 0; round < rounds; round += 1) {
          const { latencies, count } = await measureRound();
          rebuilds.push(count);
          values.push(quantile(latencies, 0.99));
        }
        return { values, details: { 'lists rebuilt meanwhile': rebuilds } };
      });
    },
  },
];
