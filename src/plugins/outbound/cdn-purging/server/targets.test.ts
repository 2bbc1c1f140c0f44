import { retryAfterOf } from './targets';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('retryAfterOf', () => {
  it.each([
    ['30', 30],
    [' 2 ', 2],
    ['0', 1],
    ['999999', 3600],
    ['Sun, 01 Mar 2026 12:00:45 GMT', 45],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 1],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%p – returns %p seconds', (value, seconds) => {
    expect(retryAfterOf(value, now)).toBe(seconds);
  });
});
