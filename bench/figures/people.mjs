import { createHash } from 'node:crypto';
import { mustGet } from '../load/get.mjs';
import { quantile } from '../lib/statistics.mjs';
import { API_TOKEN } from '../targets/environment.mjs';
import { signIn } from '../targets/panel.mjs';

/** Number of products; 200,000 students and 500,000 orders come with them. */
const SIZE = 50_000;
const MEGABYTE = 1024 * 1024;
const TIMES = 40;

/**
 * Measures the panel's lists: the 95th percentile of forty responses to different queries.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {string} options.uid
 * @param {(at: number) => string} options.query
 */
const list = ({ name, title, uid, query }) => ({
  name,
  title,
  wanted: 300,
  unit: /** @type {const} */ ('ms'),
  better: /** @type {const} */ ('less'),
  takes: { once: 20, round: 8 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, rounds }) {
    const panel = await signIn(await targets.get('ours', SIZE));
    const ask = async (/** @type {number} */ index) =>
      (await panel.ask(`/content-manager/collection-types/${uid}?${query(index)}`)).ms;
    for (let index = 0; index < 5; index += 1) await ask(index);
    /** @type {number[]} */
    const values = [];
    for (let round = 0; round < rounds; round += 1) {
      /** @type {number[]} */
      const took = [];
      for (let index = 0; index < TIMES; index += 1) took.push(await ask(index + round * TIMES));
      values.push(quantile(took, 0.95));
    }
    return { values };
  },
});

const USERS = 'plugin::users-permissions.user';
const ORDERS = 'plugin::checkout.order';

/** Search texts for users: names, parts of e-mail addresses, and telephone numbers. */
const ofUsers = (/** @type {number} */ index) =>
  [
    'garcía',
    'maria.lopez',
    `.${(index * 997) % 200_000}@example`,
    '@example.org',
    `60${1000 + index}`,
  ][index % 5];

/**
 * Returns a code of the payment provider, as the generator creates it for an order. @param {string}
 * subject @param {number} order
 */
const code = (subject, order) => createHash('md5').update(`${subject} ${order}`).digest('hex');

/**
 * Search texts for orders: e-mail addresses, titles, codes of the payment provider and parts of
 * them, and amounts.
 */
const ofOrders = (/** @type {number} */ index) =>
  [
    `carmen.ruiz${index * 99}@example.com`,
    'gestión salud',
    `pi_${code('payment', index * 1_001).slice(0, 24)}`,
    `cs_live_${code('session', index).slice(0, 3)}`,
    String(10_000 + index),
  ][index % 5];

const text = (/** @type {string | undefined} */ words) => encodeURIComponent(words ?? '');

const page = 'page=1&pageSize=20&sort=createdAt:DESC';

const wholeList = {
  name: 'users-memory',
  title: 'memory while 200,000 users are listed, against before',
  wanted: 1.5,
  unit: /** @type {const} */ ('x'),
  better: /** @type {const} */ ('less'),
  takes: { once: 15, round: 15 },

  /** @param {import('../lib/measure.mjs').Context} context */
  async measure({ targets, rounds }) {
    const headers = { Authorization: `Bearer ${API_TOKEN}` };
    /** @type {number[]} */
    const before = [];
    /** @type {number[]} */
    const after = [];
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      const target = await targets.fresh('ours', SIZE);
      await mustGet(`${target.url}/api/user-endpoints/users?pageSize=1`, { headers });
      before.push(target.peakMemory() / MEGABYTE);
      await mustGet(`${target.url}/api/user-endpoints/users`, { headers });
      after.push(target.peakMemory() / MEGABYTE);
      await target.stop();
    }
    return {
      values: after.map((most, index) => most / (before[index] ?? NaN)),
      details: { 'before, MB': before, 'after, MB': after },
    };
  },
};

export default [
  list({
    name: 'admin-users',
    title: 'search in the panel, 200,000 users: p95',
    uid: USERS,
    query: (index) => `${page}&_q=${text(ofUsers(index))}`,
  }),
  list({
    name: 'admin-orders',
    title: 'search in the panel, 500,000 orders: p95',
    uid: ORDERS,
    query: (index) => `${page}&_q=${text(ofOrders(index))}`,
  }),
  list({
    name: 'admin-orders-last',
    title: 'the last pages of 500,000 orders in the panel: p95',
    uid: ORDERS,
    query: (index) => `page=${25_000 - index}&pageSize=20&sort=createdAt:DESC`,
  }),
  wholeList,
];
