import { z } from '@strapi/utils';
import { defineEndpoint } from './endpoint';
import { pickContractFields } from './handler';

const person = z.strictObject({ name: z.string(), nickname: z.string().nullable() });

const listPeople = defineEndpoint({
  operationId: 'listPeople',
  method: 'GET',
  path: '/people',
  tag: 'People',
  summary: 'People',
  response: z.strictObject({
    data: z.array(person),
    outcome: z.discriminatedUnion('code', [
      z.strictObject({ code: z.literal('ALL'), total: z.int() }),
      z.strictObject({ code: z.literal('SOME') }),
    ]),
  }),
});

const ana = { name: 'Ana', nickname: null };
const answer = { data: [ana], outcome: { code: 'SOME' } };

it('pickContractFields – answer that fits the contract – returns it unchanged', () => {
  expect(pickContractFields(listPeople, answer)).toEqual(answer);
});

it('pickContractFields – fields outside the contract – are removed from a copy', () => {
  const row = { ...ana, password: 'a hash' };
  const answerWithExtras = { data: [ana, row], outcome: { code: 'SOME', total: 3 }, rows: [row] };
  expect(pickContractFields(listPeople, answerWithExtras)).toEqual({ ...answer, data: [ana, ana] });
  expect(row.password).toBe('a hash');
});

it.each([
  ['missing field', { data: [{ name: 'Ana' }], outcome: { code: 'SOME' } }],
  ['field of a wrong type', { data: [ana], outcome: { code: 'ALL', total: '3' } }],
  ['undefined', undefined],
])('pickContractFields – %s – throws an error with the route', (_what, wrong) => {
  expect(() => pickContractFields(listPeople, wrong)).toThrow(
    'GET /people has a response that violates its contract',
  );
});
