import { z } from '@strapi/utils';
import { endpoint } from './endpoint';
import { contractAnswer } from './response';

const person = z.strictObject({ name: z.string(), nickname: z.string().nullable() });

const listPeople = endpoint({
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

it('lets an answer of the contract through', () => {
  expect(contractAnswer(listPeople, answer)).toEqual(answer);
});

it('keeps back what the contract does not name, wherever it is, and changes nothing of the handler’s', () => {
  const row = { ...ana, password: 'a hash' };
  const grown = { data: [ana, row], outcome: { code: 'SOME', total: 3 }, rows: [row] };
  expect(contractAnswer(listPeople, grown)).toEqual({ ...answer, data: [ana, ana] });
  expect(row.password).toBe('a hash');
});

it.each([
  ['is missing', { data: [{ name: 'Ana' }], outcome: { code: 'SOME' } }],
  ['has another form', { data: [ana], outcome: { code: 'ALL', total: '3' } }],
  ['is no answer at all', undefined],
])('says where something %s', (_what, wrong) => {
  expect(() => contractAnswer(listPeople, wrong)).toThrow('GET /people was about to answer');
});
