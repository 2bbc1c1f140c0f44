import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addressErrors, bodyErrors, writeErrors } from '../../src/http/answers/errors';
import { commonErrors } from '../../src/http/common-errors';
import type { ApiError } from '../../src/http/errors';
import { multipartErrors } from '../../src/http/multipart/errors';
import { endpoints } from '../support/endpoints';

/** Every error that a contract has, and those that are answered before any endpoint has seen the request. */
const all: readonly ApiError[] = [
  ...endpoints.flatMap(({ errors = [] }) => errors),
  ...[commonErrors, bodyErrors, addressErrors, writeErrors, multipartErrors].flatMap((table) =>
    Object.values(table),
  ),
];

describe('An error that a frontend can meet', () => {
  it('stands in its documentation, with its status, and none beside', () => {
    const text = readFileSync(path.resolve(__dirname, '../../docs/frontends.md'), 'utf8');
    const told = Array.from(text.matchAll(/^\| (\d{3}) +\| `([A-Z_]+)` /gm), ([, ...row]) =>
      row.join(' '),
    );
    const known = new Set(all.map(({ status, code }) => `${status} ${code}`));
    expect(told.sort()).toEqual([...known].sort());
  });

  it('says when to ask again, where something is away for a moment', () => {
    const away = all.filter(({ status }) => status === 503);
    expect(away.length).toBeGreaterThan(3);
    expect(away.filter(({ retryAfter = 0 }) => retryAfter <= 0)).toEqual([]);
  });
});
