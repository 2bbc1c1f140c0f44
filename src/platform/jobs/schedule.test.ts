import { createTicks } from './schedule';

const setUp = (start: string, crons: Readonly<Record<string, string>>) => {
  const clock = { now: Date.parse(start), isUnavailable: false };
  const enqueued: string[] = [];
  const ids = new Set<string>();
  const enqueueDue = createTicks({
    jobs: Object.entries(crons).map(([name, cron]) => ({ name, cron, data: {} })),
    readTime: () => Promise.resolve(clock.now),
    enqueue: (name, _data, id) => {
      if (name === 'broken') return Promise.reject(new Error('broken'));
      if (clock.isUnavailable) return Promise.reject(new Error('unavailable'));
      enqueued.push(name);
      ids.add(id);
      return Promise.resolve();
    },
  });
  return {
    enqueued,
    ids,
    clock,
    at: (time: string) => {
      clock.now = Date.parse(time);
      return enqueueDue();
    },
  };
};

describe('createTicks', () => {
  it('time of a job – enqueues it once, and returns the pause until the next time', async () => {
    const { at, enqueued } = setUp('2026-12-01T10:00:00.400Z', { minute: '* * * * *' });
    expect(await at('2026-12-01T10:00:00.400Z')).toBe(59_600);
    expect(enqueued).toEqual([]);
    expect(await at('2026-12-01T10:00:59.999Z')).toBe(1);
    expect(enqueued).toEqual([]);
    expect(await at('2026-12-01T10:01:00.000Z')).toBe(60_000);
    expect(await at('2026-12-01T10:01:00.900Z')).toBe(59_100);
    expect(enqueued).toEqual(['minute']);
  });

  it('clock that is set back or forward – goes on from there', async () => {
    const { at, enqueued } = setUp('2026-12-01T10:00:30Z', { minute: '* * * * *' });
    await at('2026-12-01T10:00:30Z');
    await at('2026-12-01T10:01:00Z');
    expect(await at('2026-12-01T08:00:30Z')).toBe(30_000);
    await at('2026-12-01T08:01:00Z');
    await at('2026-12-01T09:30:30Z');
    expect(enqueued).toEqual(['minute', 'minute', 'minute']);
  });

  it('time during an outage of the database – is made up for once after it', async () => {
    const { at, clock, enqueued, ids } = setUp('2026-12-01T03:10:00Z', {
      minute: '* * * * *',
      night: '17 3 * * *',
    });
    await at('2026-12-01T03:10:00Z');
    clock.isUnavailable = true;
    await expect(at('2026-12-01T03:17:00Z')).rejects.toThrow('unavailable');
    await expect(at('2026-12-01T03:18:00Z')).rejects.toThrow('unavailable');
    clock.isUnavailable = false;
    await at('2026-12-01T04:00:10Z');
    expect(enqueued).toEqual(['minute', 'night']);
    await at('2026-12-01T04:00:20Z');
    expect(ids.size).toBe(2);
  });

  it('job that cannot be enqueued – does not hold up or repeat others', async () => {
    const { at, enqueued } = setUp('2026-12-01T10:00:30Z', {
      broken: '* * * * *',
      minute: '* * * * *',
    });
    await at('2026-12-01T10:00:30Z');
    await expect(at('2026-12-01T10:01:00Z')).rejects.toThrow('broken');
    await expect(at('2026-12-01T10:01:05Z')).rejects.toThrow('broken');
    expect(enqueued).toEqual(['minute']);
  });

  it('two nodes – use the same id for one time', async () => {
    const first = setUp('2026-12-01T10:00:30Z', { minute: '* * * * *' });
    const second = setUp('2026-12-01T10:00:50Z', { minute: '* * * * *' });
    await first.at('2026-12-01T10:00:30Z');
    await second.at('2026-12-01T10:00:50Z');
    await first.at('2026-12-01T10:01:00.100Z');
    await second.at('2026-12-01T10:01:03.900Z');
    expect(first.ids).toEqual(second.ids);
  });
});
