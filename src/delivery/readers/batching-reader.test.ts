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
  let running = 0;
  const runAlone = async <T>(statement: string, answer: T): Promise<T> => {
    running += 1;
    statements.push(statement);
    expect(running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return answer;
  };
  const reader: Reader = {
    list: () => runAlone('list', []),
    count: () => runAlone('count', 1),
    findByRowId: () => runAlone('row', null),
    read: ({ key }, references, { lang = '' }) =>
      key === 'broken'
        ? Promise.reject(new Error('broken'))
        : runAlone(
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

const referencesTo = (...ids: string[]) => ids.map((documentId) => ({ documentId, locale: 'es' }));

it('read – concurrent reads of one contract and equal parameters – share one statement', async () => {
  const { statements, batching } = setUp();
  const [a, b] = [contractOf('a'), contractOf('b')];
  const read = await Promise.all([
    batching.read(a, referencesTo('1', 'gone'), { lang: 'es' }),
    batching.read(a, referencesTo('2'), { lang: 'es', other: 'x' }),
    batching.read(a, referencesTo('3'), { lang: 'en' }),
    batching.read(b, referencesTo('4'), { lang: 'es' }),
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

it('batching reader – concurrent calls – run one after the other', async () => {
  const { batching } = setUp();
  await Promise.all([
    batching.list('api::a.a', {}),
    batching.count('api::a.a', {}),
    batching.read(contractOf('a'), referencesTo('1'), {}),
    batching.findByRowId('api::a.a', 1),
  ]);
});

it('read – failed statement – rejects only its own callers', async () => {
  const { batching } = setUp();
  const broken = batching.read(contractOf('broken'), referencesTo('1'), {});
  const successful = batching.read(contractOf('a'), referencesTo('1'), {});
  await expect(broken).rejects.toThrow('broken');
  expect(await successful).toHaveLength(1);
});
