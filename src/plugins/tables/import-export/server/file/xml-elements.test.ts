import fc from 'fast-check';
import { elementReader } from './xml-elements';

const elementsIn = (pieces: readonly string[], attribute = 'r'): string[] => {
  const found: string[] = [];
  const read = elementReader((element) =>
    found.push(`${element.name} ${element.attribute(attribute)}`),
  );
  for (const piece of pieces) read(piece);
  return found;
};

const XML = `<?xml version="1.0"?><!-- it's <c r="Z9"> --><a><x:c r="A1" t='>'/>x &lt; y<![CDATA[<c r="Z8">]]></a>`;

describe('the elements of a sheet', () => {
  it('should be the same in whatever pieces they come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(XML.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), XML.length];
        const pieces = places.slice(1).map((end, at) => XML.slice(places[at], end));
        expect(elementsIn(pieces)).toEqual(['a null', 'c A1']);
      }),
    );
  });

  it('should have attributes, whatever their namespaces are called', () => {
    expect(elementsIn([`<x:sheet name='a' sheetId="1" r:id = "rId1"/>`], 'id')).toEqual([
      'sheet rId1',
    ]);
  });

  it('should be refused where one does not end, or is within too many others', () => {
    expect(() => elementsIn(['<c r="', 'x'.repeat(200_000)])).toThrow(RangeError);
    expect(() => elementsIn(['<c>'.repeat(100)])).toThrow(RangeError);
  });

  it('should keep no long text', () => {
    expect(elementsIn(['<a>', 'x'.repeat(1_000_000), '<c/>'])).toEqual(['a null', 'c null']);
  });
});
