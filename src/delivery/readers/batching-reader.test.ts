import { z } from '@strapi/utils';
import type { Contract } from '../plan/contract';
import type { Reader } from './reader';
import { createBatchingReader } from './batching-reader';

const contractOf = (key: string): Contract => ({
  key,
  uid: 'api::a.a',
  plan: { uid: 'api::a.a', form: z.object({}), fields: [], slotAttribute: null },
  dependencies: new Set(),
  embedded: new Set(),
  parameters: ['lang'],
  sortAttributes: [],
  references: new Map(),
});

const setUp = () => {
  const statements: string[] = [];
  let atOnce = 0;
  const work = async <T>(what: string, answer: T): Promise<T> => {
    atOnce += 1;
    statements.push(what);
    expect(atOnce).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return answer;
  };
  const reader: Reader = {
    list: () => work('list', []),
    count: () => work('count', 1),
    findByRowId: () => work('row', null),
    read: ({ key }, references, { lang = '' }) =>
      key === 'broken'
        ? Promise.reject(new Error('broken'))
        : work(
            `${key} ${lang} ${references.map(({ documentId }) => documentId).join(' ')}`,
            references.map(({ documentId }) =>
              documentId === 'gone'
                ? null
                : { text: Buffer.from(`${key}${documentId}`), keys: [documentId] },
            ),
          ),
  };
  return { statements, batching: createBatchingReader(reader) };
};

const referring = (...ids: string[]) => ids.map((documentId) => ({ documentId, locale: 'es' }));

it('reads what is wanted in one form at the same time by one statement, each its own', async () => {
  const { statements, batching } = setUp();
  const [a, b] = [contractOf('a'), contractOf('b')];
  const read = await Promise.all([
    batching.read(a, referring('1', 'gone'), { lang: 'es' }),
    batching.read(a, referring('2'), { lang: 'es', other: 'x' }),
    batching.read(a, referring('3'), { lang: 'en' }),
    batching.read(b, referring('4'), { lang: 'es' }),
    batching.read(a, [], { lang: 'es' }),
  ]);
  expect(read.map((texts) => texts.map((document) => document?.text.toString() ?? null))).toEqual([
    ['a1', null],
    ['a2'],
    ['a3'],
    ['b4'],
    [],
  ]);
  expect(statements).toEqual(['a es 1 gone 2', 'a en 3', 'b es 4']);
});

it('does one thing after the other', async () => {
  const { batching } = setUp();
  await Promise.all([
    batching.list('api::a.a', {}),
    batching.count('api::a.a', {}),
    batching.read(contractOf('a'), referring('1'), {}),
    batching.findByRowId('api::a.a', 1),
  ]);
});

it('fails for those whose reading fails', async () => {
  const { batching } = setUp();
  const broken = batching.read(contractOf('broken'), referring('1'), {});
  const fine = batching.read(contractOf('a'), referring('1'), {});
  await expect(broken).rejects.toThrow('broken');
  expect(await fine).toHaveLength(1);
});
