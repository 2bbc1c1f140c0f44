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
    .map(({ id: documentId, values, plucked, inner, isEmpty }) =>
      isEmpty
        ? { ids: [documentId], marked: { [markers.name]: documentId }, plain: {} }
        : {
            ids: [
              documentId,
              ...plucked.map((pluckedValue) => pluckedValue.id),
              ...inner.flatMap(({ ids }) => ids),
            ],
            marked: {
              [markers.name]: documentId,
              ...values,
              plucked: plucked.map((pluckedValue) => ({
                [`${markers.name}_of`]: pluckedValue.id,
                value: pluckedValue.value,
              })),
              inner: inner.map(({ marked }) => marked),
            },
            plain: {
              ...values,
              plucked: plucked.map(({ value }) => value),
              inner: inner.map(({ plain }) => plain),
            },
          },
    );

it(`takeOut – any marked text – removes the markers only`, () => {
  fc.assert(
    fc.property(treeOf(2), ({ ids, marked, plain }) => {
      const result = markers.takeOut(JSON.stringify(marked));
      expect(result.text.toString()).toBe(JSON.stringify(plain));
      expect(result.marked.map(({ documentId }) => documentId).sort()).toEqual(ids.sort());
    }),
    { numRuns: 500 },
  );
});

it('takeOut – marker with several ids and an inverse field – returns each document', () => {
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

it('takeOut – marker with a null id – returns no document', () => {
  expect(markers.takeOut(`[{"${markers.name}":null,"a":1}, {"${markers.name}":null}]`)).toEqual({
    text: Buffer.from('[{"a":1}, {}]'),
    marked: [],
    references: [],
  });
});

it('takeOut – references between any texts – returns their positions and details', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: scalar, sortKey: fc.string({ unit: 'grapheme' }) })),
      scalar,
      (documents, last) => {
        // Uses the spacing of json_build_object.
        const referenceTo = (sortKey: string): string =>
          `{"${markers.name}_at" : ${JSON.stringify(`0|abc|es||${sortKey}`)}}`;
        const texts = [...documents.map(({ before }) => before), last].map(
          (value, index) => `${index === 0 ? '' : ','}"k${index}":${JSON.stringify(value)},"l":`,
        );
        const marked = texts
          .map(
            (text, index) => text + (documents[index] ? referenceTo(documents[index].sortKey) : ''),
          )
          .join('');
        const { text, references } = markers.takeOut(marked);
        expect(text.toString()).toBe(texts.join(''));
        const ends = texts.map((_, index) => Buffer.byteLength(texts.slice(0, index + 1).join('')));
        expect(references.map(({ at }) => at)).toEqual(ends.slice(0, -1));
        expect(
          references.map(({ details }) => markers.detailsIn(details).slice(4).join('|')),
        ).toEqual(documents.map(({ sortKey }) => sortKey));
      },
    ),
  );
});
