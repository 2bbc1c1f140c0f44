import { z } from '@strapi/utils';
import fc from 'fast-check';
import type { Contract } from '../plan/contract';
import type { Reference } from '../readers/reader';
import { assemble, type CachedDocument, type AssembledTexts } from './assemble';

const contract: Contract = {
  key: '#1',
  uid: 'api::a.a',
  plan: { uid: 'api::a.a', form: z.object({}), fields: [], storesSlots: false },
  dependencies: new Set(),
  parameters: [],
  sortAttributes: [],
  references: new Map(),
};

type Piece = { text: string; shows: number | null };

/** Documents that only show documents with a higher number. */
const catalogue = fc.array(
  fc.array(
    fc.record({
      text: fc.string({ unit: 'grapheme' }),
      shows: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
    { maxLength: 4 },
  ),
  { minLength: 1, maxLength: 12 },
);

const keyOf = (at: number): string => `document ${at}`;

const cachedDocumentOf = (
  pieces: readonly Piece[],
  number: number,
  count: number,
): CachedDocument => {
  const references: Reference[] = [];
  const at: number[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece.text;
    const shown = number + (piece.shows ?? count);
    if (shown >= count) continue;
    references.push({ documentId: keyOf(shown), locale: null, contract, sortKey: '' });
    at.push(Buffer.byteLength(text));
  }
  return {
    key: keyOf(number),
    text: Buffer.from(text),
    sortKey: '',
    keys: [`key ${number}`],
    types: new Set(),
    references: references.map((reference) => ({ ...reference, key: reference.documentId })),
    at,
    nestedTexts: references.map(() => null),
    round: 0,
    lastLookup: 0,
    onInvalidate: () => undefined,
  };
};

const cachedDocumentsOf = (documents: readonly (readonly Piece[])[]): Map<string, CachedDocument> =>
  new Map(
    documents.map(
      (pieces, index) => [keyOf(index), cachedDocumentOf(pieces, index, documents.length)] as const,
    ),
  );

/** Reference implementation that joins strings. */
const textOf = (documents: readonly (readonly Piece[])[], index: number): string =>
  (documents[index] ?? [])
    .map(({ text, shows }) =>
      shows === null || index + shows >= documents.length
        ? text
        : text + textOf(documents, index + shows),
    )
    .join('');

/** Assembles the requested documents with all cached documents available. */
const assembleAll = (
  cachedDocuments: ReadonlyMap<string, CachedDocument | null>,
  requestedKeys = [...cachedDocuments.keys()],
) =>
  assemble(
    requestedKeys.map((key) => cachedDocuments.get(key) ?? null),
    ({ key }) => cachedDocuments.get(key),
  );

const textsIn = (assembled: ReturnType<typeof assembleAll>): AssembledTexts => {
  if (assembled === null || !('texts' in assembled)) throw new Error('Nothing was assembled');
  return assembled;
};

it('assemble – nested documents – inserts each text at its position', () => {
  fc.assert(
    fc.property(catalogue, (documents) => {
      const { texts } = textsIn(assembleAll(cachedDocumentsOf(documents)));
      expect(texts.map(String)).toEqual(documents.map((_, index) => textOf(documents, index)));
    }),
  );
});

it('assemble – changed documents – inserts the new texts and keeps earlier results', () => {
  fc.assert(
    fc.property(
      catalogue,
      fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'grapheme' })), { maxLength: 8 }),
      (documents, changes) => {
        const cachedDocuments = cachedDocumentsOf(documents);
        const results: { text: Buffer | null; expected: string }[] = [];
        for (const [seed, more] of changes) {
          const at = seed % documents.length;
          // The text around the nested documents changes; the references stay.
          const changed = [{ text: more, shows: null }, ...(documents[at] ?? [])];
          documents[at] = changed;
          cachedDocuments.set(keyOf(at), cachedDocumentOf(changed, at, documents.length));
          // Only some documents are requested after each change.
          const requested = [...documents.keys()].filter((number) => (number + seed) % 3 !== 0);
          const { texts } = textsIn(assembleAll(cachedDocuments, requested.map(keyOf)));
          for (const [index, number] of requested.entries()) {
            results.push({ text: texts[index] ?? null, expected: textOf(documents, number) });
            expect(String(texts[index])).toBe(textOf(documents, number));
          }
        }
        expect(results.map(({ text }) => String(text))).toEqual(
          results.map(({ expected }) => expected),
        );
      },
    ),
  );
});

it('assemble – unchanged documents – returns the same buffer and reports assembled keys only', () => {
  const cachedDocuments = cachedDocumentsOf([
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: null }],
    [{ text: 'c', shows: null }],
  ]);
  const assembledKeys: string[] = [];
  const all = (): readonly (Buffer | null)[] =>
    textsIn(
      assemble(
        [...cachedDocuments.values()],
        ({ key }) => cachedDocuments.get(key),
        ({ key }) => assembledKeys.push(key),
      ),
    ).texts;
  const [first] = all();
  expect(all()[0]).toBe(first);
  cachedDocuments.set(keyOf(1), cachedDocumentOf([{ text: 'B', shows: null }], 1, 3));
  expect(all().map(String)).toEqual(['aB', 'B', 'c']);
  expect(assembledKeys).toEqual([keyOf(0), keyOf(0)]);
});

it('assemble – requested document – returns the keys of its nested documents only', () => {
  const documents = [
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: 1 }],
    [{ text: 'c', shows: null }],
  ];
  const cachedDocuments = cachedDocumentsOf([...documents, [{ text: 'd', shows: null }]]);
  const { keys } = textsIn(assembleAll(cachedDocuments, [keyOf(0)]));
  expect([...keys].sort()).toEqual(['key 0', 'key 1', 'key 2']);
});

it('assemble – deleted document – returns null as its text', () => {
  expect(textsIn(assembleAll(new Map([['gone', null]]))).texts).toEqual([null]);
});

it('assemble – nested document not cached – returns null', () => {
  const cachedDocuments = cachedDocumentsOf([
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: null }],
  ]);
  cachedDocuments.delete(keyOf(1));
  expect(assembleAll(cachedDocuments)).toBeNull();
});

it('assemble – reference to a deleted or moved document – returns both keys as stale', () => {
  const cachedDocuments = cachedDocumentsOf([
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: null }],
    [{ text: 'c', shows: 1 }],
    [{ text: 'd', shows: null }],
    [{ text: 'e', shows: 1 }],
    [{ text: 'f', shows: null }],
  ]);
  expect(assembleAll(cachedDocuments)).toHaveProperty('texts');
  const moved = cachedDocuments.get(keyOf(1));
  if (moved !== undefined) cachedDocuments.set(keyOf(1), { ...moved, sortKey: '[7]' });
  const withDeletedDocument = new Map<string, CachedDocument | null>([
    ...cachedDocuments,
    [keyOf(3), null],
  ]);
  expect(assembleAll(withDeletedDocument)).toEqual({
    staleOrder: new Set([0, 1, 2, 3].map(keyOf)),
  });
});
