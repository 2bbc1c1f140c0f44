import { isReference, findLinks, linkTo, parseLinkReference } from './link-reference';

describe('link references', () => {
  it('parseLinkReference – link from linkTo – returns the reference', () => {
    const reference = { uid: 'api::product.product', documentId: 'kx3v0abc' };
    expect(parseLinkReference(linkTo(reference))).toEqual(reference);
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
  ])('parseLinkReference – %j – returns null', (link) => {
    expect(parseLinkReference(link)).toBeNull();
  });

  it('findLinks – nested value – returns each link once', () => {
    const [firstLink, secondLink] = ['a', 'b'].map((documentId) =>
      linkTo({ uid: 'api::a.a', documentId }),
    );
    const value = {
      zone: [{ link: firstLink }, { part: { link: secondLink } }],
      link: firstLink,
      text: '/x',
      no: 1,
    };
    expect(findLinks(value)).toEqual([firstLink, secondLink]);
    expect(findLinks(null)).toEqual([]);
  });

  it('isReference – malformed reference – is true; an address is false', () => {
    expect(isReference('entry:product')).toBe(true);
    expect(isReference('/entry:product')).toBe(false);
  });
});
