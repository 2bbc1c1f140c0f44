/**
 * Connects to a database of the benchmarks for the duration of some work.
 *
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} work
 */
export const withSql = async (url, work) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
