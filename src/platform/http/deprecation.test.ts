import { z } from '@strapi/utils';
import type { Context } from 'koa';
import { announceRemovals, markDeprecated, getDeprecationHeaders } from './deprecation';
import { defineEndpoint } from './endpoint';
import { buildSharedErrors } from './openapi/error-responses';
import { buildOperation } from './openapi/operation';
import { buildResponseSchema } from './openapi/schemas';
import { exposedHeaders } from './public-reads';

const endpointWith = (extra: object) =>
  defineEndpoint({
    operationId: 'one',
    method: 'GET',
    path: '/one',
    tag: 'Test',
    summary: 'One',
    response: z.strictObject({ title: z.string() }),
    ...extra,
  });

const oldField = markDeprecated(z.string().nullable().describe('A former name.'), {
  since: '2026-03-01',
  sunset: '2027-03-01',
});

describe('deprecation', () => {
  it('getDeprecationHeaders – nothing deprecated – returns none', () => {
    expect(getDeprecationHeaders(endpointWith({}))).toEqual([]);
  });

  it('getDeprecationHeaders – endpoint and field – returns the earliest dates', () => {
    const headers = getDeprecationHeaders(
      endpointWith({
        deprecation: { since: '2026-01-01', sunset: '2028-01-01' },
        response: z.strictObject({ data: z.array(z.strictObject({ name: oldField })) }),
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
    announceRemovals(endpointWith({ query: z.strictObject({ name: oldField.optional() }) }), ctx);
    const names = set.mock.calls.map(([name]: string[]) => name);
    expect(names).toEqual(['Deprecation', 'Sunset']);
    expect(exposedHeaders).toEqual(expect.arrayContaining(names));
  });

  it('operation – endpoint and parameter – writes them to the document', () => {
    const document = buildOperation(
      endpointWith({
        deprecation: { since: '2026-01-01' },
        query: z.strictObject({ name: oldField.optional() }),
      }),
      { errors: buildSharedErrors([]), answer: undefined },
    );
    expect(document).toMatchObject({
      deprecated: true,
      'x-deprecated-since': '2026-01-01',
      parameters: [{ name: 'name', deprecated: true }],
    });
    expect(buildResponseSchema(z.strictObject({ name: oldField }))).toMatchObject({
      properties: {
        name: { deprecated: true, 'x-sunset': '2027-03-01', description: 'A former name.' },
      },
    });
  });
});
