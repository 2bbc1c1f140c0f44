import fc from 'fast-check';
import { createMarkers } from './document-markers';

const markers = createMarkers();

const id = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '"',
    '\\',
    '}',
    ',"value":1}',
    `"${markers.name}":"x",`,
    `{"${markers.name}_of":"`,
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

type Tree = { ids: string[]; marked: unknown; plain: unknown };

const treeOf = (depth: number): fc.Arbitrary<Tree> =>
  fc
    .record({
      id,
      values: fc.dictionary(fc.constantFrom('a', 'b', 'value'), scalar),
      plucked: fc.array(fc.record({ id, value: scalar }), { maxLength: 3 }),
      inner: depth === 0 ? fc.constant<Tree[]>([]) : fc.array(treeOf(depth - 1), { maxLength: 2 }),
      isEmpty: fc.boolean(),
    })
    .map(({ id: own, values, plucked, inner, isEmpty }) =>
      isEmpty
        ? { ids: [own], marked: { [markers.name]: own }, plain: {} }
        : {
            ids: [own, ...plucked.map((one) => one.id), ...inner.flatMap(({ ids }) => ids)],
            marked: {
              [markers.name]: own,
              ...values,
              plucked: plucked.map((one) => ({ [`${markers.name}_of`]: one.id, value: one.value })),
              inner: inner.map(({ marked }) => marked),
            },
            plain: {
              ...values,
              plucked: plucked.map(({ value }) => value),
              inner: inner.map(({ plain }) => plain),
            },
          },
    );

it(`marks are taken out of a text and nothing else is`, () => {
  fc.assert(
    fc.property(treeOf(2), ({ ids, marked, plain }) => {
      const found = markers.takeOut(JSON.stringify(marked));
      expect(found.text.toString()).toBe(JSON.stringify(plain));
      expect(found.marked.map(({ documentId }) => documentId).sort()).toEqual(ids.sort());
    }),
    { numRuns: 500 },
  );
});

it('a mark names several documents, and which fields show what points at one', () => {
  const text = `{"${markers.name}":"abc#2,def","title":"x"}`;
  expect(markers.takeOut(text)).toEqual({
    text: Buffer.from('{"title":"x"}'),
    references: [],
    marked: [
      { documentId: 'abc', inverse: 2, isOther: false },
      { documentId: 'def', inverse: null, isOther: true },
    ],
  });
});

it('a document without an id is marked by nothing', () => {
  expect(markers.takeOut(`[{"${markers.name}":null,"a":1}, {"${markers.name}":null}]`)).toEqual({
    text: Buffer.from('[{"a":1}, {}]'),
    marked: [],
    references: [],
  });
});

it('tells references from the text around them, whatever stands in that', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: scalar, sortKey: fc.string({ unit: 'grapheme' }) })),
      scalar,
      (documents, last) => {
        // Uses the spacing of json_build_object.
        const referenceTo = (sortKey: string): string =>
          `{"${markers.name}_at" : ${JSON.stringify(`0|abc|es||${sortKey}`)}}`;
        const texts = [...documents.map(({ before }) => before), last].map(
          (value, at) => `${at === 0 ? '' : ','}"k${at}":${JSON.stringify(value)},"l":`,
        );
        const marked = texts
          .map((text, at) => text + (documents[at] ? referenceTo(documents[at].sortKey) : ''))
          .join('');
        const { text, references } = markers.takeOut(marked);
        expect(text.toString()).toBe(texts.join(''));
        const ends = texts.map((_, at) => Buffer.byteLength(texts.slice(0, at + 1).join('')));
        expect(references.map(({ at }) => at)).toEqual(ends.slice(0, -1));
        expect(
          references.map(({ details }) => markers.detailsIn(details).slice(4).join('|')),
        ).toEqual(documents.map(({ sortKey }) => sortKey));
      },
    ),
  );
});
