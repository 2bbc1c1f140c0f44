import { z } from '@strapi/utils';
import type { Contract } from '../plan/contract';
import type { DocumentReference, Reader, RequestParameters } from './reader';
import { createBatchingReader } from './batching-reader';

const contractOf = (key: string): Contract => ({
  key,
  uid: 'api::a.a',
  plan: { uid: 'api::a.a', form: z.object({}), fields: [], storesSlots: false },
  dependencies: new Set(),
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
  const read: Reader['read'] = ({ key }, references, { lang = '' }) =>
    key === 'broken'
      ? Promise.reject(new Error('broken'))
      : runAlone(
          `${key} ${lang} ${references.map(({ documentId }) => documentId).join(' ')}`,
          references.map(({ documentId }) =>
            documentId === 'gone'
              ? null
              : { text: Buffer.from(`${key}${documentId}`), keys: [documentId] },
          ),
        );
  const batching = createBatchingReader({
    select: () => runAlone('select', ''),
    read,
    async readShallow(contract, references, parameters, onDocument) {
      const documents = await read(contract, references, parameters);
      for (const [position, document] of documents.entries())
        if (document) onDocument(position, { ...document, references: [], at: [], sortKey: '' });
    },
  });
  /** Reads documents, and returns the text of each; null for one that does not exist. */
  const readTexts = async (
    contract: Contract,
    references: readonly DocumentReference[],
    parameters: RequestParameters,
  ) => {
    const texts = references.map((): string | null => null);
    await batching.readShallow(contract, references, parameters, (position, { text }) => {
      texts[position] = text.toString();
    });
    return texts;
  };
  return { statements, batching, readTexts };
};

const referencesTo = (...ids: string[]) => ids.map((documentId) => ({ documentId, locale: 'es' }));

it('readShallow – concurrent reads of one contract and equal parameters – share one statement', async () => {
  const { statements, readTexts } = setUp();
  const [a, b] = [contractOf('a'), contractOf('b')];
  const read = await Promise.all([
    readTexts(a, referencesTo('1', 'gone'), { lang: 'es' }),
    readTexts(a, referencesTo('2'), { lang: 'es', other: 'x' }),
    readTexts(a, referencesTo('3'), { lang: 'en' }),
    readTexts(b, referencesTo('4'), { lang: 'es' }),
    readTexts(a, [], { lang: 'es' }),
  ]);
  expect(read).toEqual([['a1', null], ['a2'], ['a3'], ['b4'], []]);
  expect(statements).toEqual(['a es 1 gone 2', 'a en 3', 'b es 4']);
});

it('batching reader – concurrent calls – run one after the other', async () => {
  const { batching, readTexts } = setUp();
  await Promise.all([
    batching.select({ kind: 'list', uid: 'api::a.a', query: {} }),
    batching.select({ kind: 'count', uid: 'api::a.a', query: {} }),
    batching.read(contractOf('a'), referencesTo('1'), {}),
    readTexts(contractOf('a'), referencesTo('1'), {}),
  ]);
});

it('readShallow – failed statement – rejects only its own callers', async () => {
  const { readTexts } = setUp();
  const broken = readTexts(contractOf('broken'), referencesTo('1'), {});
  const successful = readTexts(contractOf('a'), referencesTo('1'), {});
  await expect(broken).rejects.toThrow('broken');
  expect(await successful).toHaveLength(1);
});
