import fc from 'fast-check';
import { createElementReader } from './watch-cells';

const elementsIn = (pieces: readonly string[], attribute = 'r'): string[] => {
  const elements: string[] = [];
  const read = createElementReader((element) =>
    elements.push(`${element.name} ${element.attribute(attribute)}`),
  );
  for (const piece of pieces) read(piece);
  return elements;
};

const XML = `<?xml version="1.0"?><!-- it's <c r="Z9"> --><a><x:c r="A1" t='>'/>x &lt; y<![CDATA[<c r="Z8">]]></a>`;

describe('createElementReader', () => {
  it('any split of the text – returns the same elements', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(XML.length), { maxLength: 8 }), (cuts) => {
        const bounds = [0, ...cuts.toSorted((cut, otherCut) => cut - otherCut), XML.length];
        const pieces = bounds.slice(1).map((end, index) => XML.slice(bounds[index], end));
        expect(elementsIn(pieces)).toEqual(['a null', 'c A1']);
      }),
    );
  });

  it('attribute with any namespace prefix – returns its value', () => {
    expect(elementsIn([`<x:sheet name='a' sheetId="1" r:id = "rId1"/>`], 'id')).toEqual([
      'sheet rId1',
    ]);
  });

  it('unclosed element or too many levels – throws RangeError', () => {
    expect(() => elementsIn(['<c r="', 'x'.repeat(200_000)])).toThrow(RangeError);
    expect(() => elementsIn(['<c>'.repeat(100)])).toThrow(RangeError);
  });

  it('long text between elements – returns the elements', () => {
    expect(elementsIn(['<a>', 'x'.repeat(1_000_000), '<c/>'])).toEqual(['a null', 'c null']);
  });
});
