import { isHidden, storeLayouts } from './layout';

describe('isHidden', () => {
  it('is true only for fields that the form hides', () => {
    storeLayouts([
      {
        uid: 'api::product.product',
        title: 'title',
        rows: [{ title: { label: { en: 'Title', es: 'Título' } } }],
        hidden: { label: { en: 'Label', es: 'Etiqueta' } },
      },
    ]);
    expect(isHidden('api::product.product', 'title')).toBe(false);
    expect(isHidden('api::product.product', 'label')).toBe(true);
    expect(isHidden('api::other.other', 'label')).toBe(false);
  });
});
