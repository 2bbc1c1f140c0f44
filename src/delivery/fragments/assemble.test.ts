import { z } from '@strapi/utils';
import fc from 'fast-check';
import type { Contract } from '../plan/contract';
import type { Reference } from '../readers/reader';
import { assemble, partIn, type Part, type Texts } from './assemble';

const contract: Contract = {
  key: '#1',
  uid: 'api::a.a',
  plan: { uid: 'api::a.a', form: z.object({}), fields: [], slotAttribute: null },
  dependencies: new Set(),
  embedded: new Set(),
  parameters: [],
  placedBy: [],
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

const partOf = (pieces: readonly Piece[], number: number, count: number): Part => {
  const references: Reference[] = [];
  const at: number[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece.text;
    const shown = number + (piece.shows ?? count);
    if (shown >= count) continue;
    references.push({ documentId: keyOf(shown), locale: null, contract, placing: '' });
    at.push(Buffer.byteLength(text));
  }
  const read = { text: Buffer.from(text), references, at, placing: '', keys: [`key ${number}`] };
  return partIn(keyOf(number), read, (reference) => ({ ...reference, key: reference.documentId }));
};

const partsOf = (documents: readonly (readonly Piece[])[]): Map<string, Part> =>
  new Map(
    documents.map((pieces, at) => [keyOf(at), partOf(pieces, at, documents.length)] as const),
  );

/** Reference implementation that joins strings. */
const textOf = (documents: readonly (readonly Piece[])[], at: number): string =>
  (documents[at] ?? [])
    .map(({ text, shows }) =>
      shows === null || at + shows >= documents.length
        ? text
        : text + textOf(documents, at + shows),
    )
    .join('');

/** Assembles the requested documents with all cached documents available. */
const assembleAll = (parts: ReadonlyMap<string, Part | null>, wanted = [...parts.keys()]) =>
  assemble(
    wanted.map((key) => parts.get(key) ?? null),
    ({ key }) => parts.get(key),
  );

const textsIn = (assembled: ReturnType<typeof assembleAll>): Texts => {
  if (assembled === null || !('texts' in assembled)) throw new Error('Nothing was put together');
  return assembled;
};

it('puts in each place what belongs there', () => {
  fc.assert(
    fc.property(catalogue, (documents) => {
      const { texts } = textsIn(assembleAll(partsOf(documents)));
      expect(texts.map(String)).toEqual(documents.map((_, at) => textOf(documents, at)));
    }),
  );
});

it('puts in what documents have become, and leaves what was given out before', () => {
  fc.assert(
    fc.property(
      catalogue,
      fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'grapheme' })), { maxLength: 8 }),
      (documents, changes) => {
        const parts = partsOf(documents);
        const given: { text: Buffer | null; wanted: string }[] = [];
        for (const [chosen, more] of changes) {
          const at = chosen % documents.length;
          // The text around the nested documents changes; the references stay.
          const changed = [{ text: more, shows: null }, ...(documents[at] ?? [])];
          documents[at] = changed;
          parts.set(keyOf(at), partOf(changed, at, documents.length));
          // Only some documents are requested after each change.
          const asked = [...documents.keys()].filter((number) => (number + chosen) % 3 !== 0);
          const { texts } = textsIn(assembleAll(parts, asked.map(keyOf)));
          for (const [index, number] of asked.entries()) {
            given.push({ text: texts[index] ?? null, wanted: textOf(documents, number) });
            expect(String(texts[index])).toBe(textOf(documents, number));
          }
        }
        expect(given.map(({ text }) => String(text))).toEqual(given.map(({ wanted }) => wanted));
      },
    ),
  );
});

it('keeps the very text of what shows nothing new, and tells of what does', () => {
  const parts = partsOf([
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: null }],
    [{ text: 'c', shows: null }],
  ]);
  const filled: string[] = [];
  const all = (): readonly (Buffer | null)[] =>
    textsIn(
      assemble(
        [...parts.values()],
        ({ key }) => parts.get(key),
        ({ key }) => filled.push(key),
      ),
    ).texts;
  const [first] = all();
  expect(all()[0]).toBe(first);
  parts.set(keyOf(1), partOf([{ text: 'B', shows: null }], 1, 3));
  expect(all().map(String)).toEqual(['aB', 'B', 'c']);
  expect(filled).toEqual([keyOf(0), keyOf(0)]);
});

it('says what everything in it depends on, and of nothing else', () => {
  const documents = [
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: 1 }],
    [{ text: 'c', shows: null }],
  ];
  const parts = partsOf([...documents, [{ text: 'd', shows: null }]]);
  const { keys } = textsIn(assembleAll(parts, [keyOf(0)]));
  expect([...keys].sort()).toEqual(['key 0', 'key 1', 'key 2']);
});

it('leaves out a document that is no longer there', () => {
  expect(textsIn(assembleAll(new Map([['gone', null]]))).texts).toEqual([null]);
});

it('puts nothing together while a part is not at hand', () => {
  const parts = partsOf([[{ text: 'a', shows: 1 }], [{ text: 'b', shows: null }]]);
  parts.delete(keyOf(1));
  expect(assembleAll(parts)).toBeNull();
});

it('finds both sides of a reference that leads to nothing, or elsewhere', () => {
  const parts = partsOf([
    [{ text: 'a', shows: 1 }],
    [{ text: 'b', shows: null }],
    [{ text: 'c', shows: 1 }],
    [{ text: 'd', shows: null }],
    [{ text: 'e', shows: 1 }],
    [{ text: 'f', shows: null }],
  ]);
  expect(assembleAll(parts)).toHaveProperty('texts');
  const moved = parts.get(keyOf(1));
  if (moved !== undefined) parts.set(keyOf(1), { ...moved, placing: '[7]' });
  const withGone = new Map<string, Part | null>([...parts, [keyOf(3), null]]);
  expect(assembleAll(withGone)).toEqual({ misplaced: new Set([0, 1, 2, 3].map(keyOf)) });
});
