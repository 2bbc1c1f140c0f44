import { isReference, linksWithin, linkTo, referenceIn } from './link-reference';

describe('link references', () => {
  it('referenceIn – link from linkTo – returns the reference', () => {
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
  ])('referenceIn – %j – returns null', (link) => {
    expect(referenceIn(link)).toBeNull();
  });

  it('linksWithin – nested value – returns each link once', () => {
    const [firstLink, secondLink] = ['a', 'b'].map((documentId) =>
      linkTo({ uid: 'api::a.a', documentId }),
    );
    const value = {
      zone: [{ link: firstLink }, { part: { link: secondLink } }],
      link: firstLink,
      text: '/x',
      no: 1,
    };
    expect(linksWithin(value)).toEqual([firstLink, secondLink]);
    expect(linksWithin(null)).toEqual([]);
  });

  it('isReference – malformed reference – is true; an address is false', () => {
    expect(isReference('entry:product')).toBe(true);
    expect(isReference('/entry:product')).toBe(false);
  });
});
