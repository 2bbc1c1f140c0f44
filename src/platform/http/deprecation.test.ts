import { z } from '@strapi/utils';
import type { Context } from 'koa';
import { announceRemovals, deprecated, deprecationHeaders } from './deprecation';
import { endpoint } from './endpoint';
import { sharedErrors } from './openapi/error-responses';
import { operation } from './openapi/operation';
import { responseSchema } from './openapi/schemas';
import { exposedHeaders } from './public-reads';

const one = (extra: object) =>
  endpoint({
    operationId: 'one',
    method: 'GET',
    path: '/one',
    tag: 'Test',
    summary: 'One',
    response: z.strictObject({ title: z.string() }),
    ...extra,
  });

const old = deprecated(z.string().nullable().describe('A former name.'), {
  since: '2026-03-01',
  sunset: '2027-03-01',
});

describe('deprecation', () => {
  it('deprecationHeaders – nothing deprecated – returns none', () => {
    expect(deprecationHeaders(one({}))).toEqual([]);
  });

  it('deprecationHeaders – endpoint and field – returns the earliest dates', () => {
    const headers = deprecationHeaders(
      one({
        deprecation: { since: '2026-01-01', sunset: '2028-01-01' },
        response: z.strictObject({ data: z.array(z.strictObject({ name: old })) }),
      }),
    );
    expect(headers).toEqual([
      ['Deprecation', '@1767225600'],
      ['Sunset', 'Mon, 01 Mar 2027 00:00:00 GMT'],
    ]);
  });

  it('announceRemovals – parameter – sets headers that browsers may read', () => {
    const set = jest.fn();
    const ctx = { set } as unknown as Context;
    announceRemovals(one({ query: z.strictObject({ name: old.optional() }) }), ctx);
    const names = set.mock.calls.map(([name]: string[]) => name);
    expect(names).toEqual(['Deprecation', 'Sunset']);
    expect(exposedHeaders).toEqual(expect.arrayContaining(names));
  });

  it('operation – endpoint and parameter – writes them to the document', () => {
    const document = operation(
      one({
        deprecation: { since: '2026-01-01' },
        query: z.strictObject({ name: old.optional() }),
      }),
      { errors: sharedErrors([]), answer: undefined },
    );
    expect(document).toMatchObject({
      deprecated: true,
      'x-deprecated-since': '2026-01-01',
      parameters: [{ name: 'name', deprecated: true }],
    });
    expect(responseSchema(z.strictObject({ name: old }))).toMatchObject({
      properties: {
        name: { deprecated: true, 'x-sunset': '2027-03-01', description: 'A former name.' },
      },
    });
  });
});
