import fc from 'fast-check';
import { attributeOf, nameOf, tagReader } from './xml-tags';

const tagsIn = (pieces: readonly string[]): string[] => {
  const tags: string[] = [];
  const read = tagReader((tag) => tags.push(tag));
  for (const piece of pieces) read(piece);
  return tags;
};

const XML = `<?xml version="1.0"?><!-- it's <c r="Z9"> --><a><c r="A1" t='>'/>x &lt; y<![CDATA[<c r="Z8">]]></a>`;
const TAGS = ['a', `c r="A1" t='>'/`, '/a'];

describe('the tags of a sheet', () => {
  it('should be those of elements alone', () => {
    expect(tagsIn([XML])).toEqual(TAGS);
  });

  it('should be the same in whatever pieces they come', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(XML.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), XML.length];
        const pieces = places.slice(1).map((end, at) => XML.slice(places[at], end));
        expect(tagsIn(pieces)).toEqual(TAGS);
      }),
    );
  });

  it('should be refused where one does not end', () => {
    expect(() => tagsIn(['<c ', 'x'.repeat(20_000)])).toThrow(RangeError);
  });

  it('should have names and attributes, whatever their namespaces are called', () => {
    expect([nameOf('x:c r="A1"'), nameOf('/x:c'), nameOf('row/')]).toEqual(['c', 'c', 'row']);
    expect(attributeOf(`x:sheet name='a' r:id = "rId1"`, 'id')).toBe('rId1');
    expect(attributeOf('c xr="A1"', 'r')).toBeNull();
  });
});
