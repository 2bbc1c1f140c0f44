import { createDueQueues } from './due-queues';

const queues = ['mail', 'prices', 'search'];

describe('createDueQueues', () => {
  it('createDueQueues – several queues at once – returns all from one query', async () => {
    const queries: unknown[] = [];
    const hasDueJobs = createDueQueues(
      {
        executeSql: (_sql, values) => {
          queries.push(values);
          return Promise.resolve({ rows: [{ name: 'prices' }] });
        },
      },
      queues,
    );
    expect(await Promise.all(queues.map(hasDueJobs))).toEqual([false, true, false]);
    expect(queries).toEqual([[queues]]);
  });

  it('createDueQueues – failed query – rejects, and the next check queries again', async () => {
    let isUnavailable = true;
    const hasDueJobs = createDueQueues(
      {
        executeSql: () =>
          isUnavailable ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] }),
      },
      queues,
    );
    await expect(hasDueJobs('mail')).rejects.toThrow('away');
    isUnavailable = false;
    expect(await hasDueJobs('mail')).toBe(false);
  });
});
