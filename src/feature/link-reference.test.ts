import { isReference, linksWithin, linkTo, referenceIn } from './link-reference';

describe('a link to an entry', () => {
  it('should be read as it was written', () => {
    const reference = { uid: 'api::product.product', documentId: 'kx3v0abc' };
    expect(referenceIn(linkTo(reference))).toEqual(reference);
  });

  it.each([
    '',
    '/cursos',
    'entry:',
    'entry:api::product.product',
    'entry:api::product.product/',
    'entry:api::product.product/a b',
    'entry:api::product.product/a/b',
    'entry:product/abc',
    ' entry:api::product.product/abc',
    null,
    7,
  ])('should not be seen in %j', (link) => {
    expect(referenceIn(link)).toBeNull();
  });

  it('should be found wherever it stands, once', () => {
    const [one, other] = ['a', 'b'].map((documentId) => linkTo({ uid: 'api::a.a', documentId }));
    const value = {
      zone: [{ link: one }, { part: { link: other } }],
      link: one,
      text: '/x',
      no: 1,
    };
    expect(linksWithin(value)).toEqual([one, other]);
    expect(linksWithin(null)).toEqual([]);
  });

  it('should be told from an address even where it is wrongly written', () => {
    expect(isReference('entry:product')).toBe(true);
    expect(isReference('/entry:product')).toBe(false);
  });
});
