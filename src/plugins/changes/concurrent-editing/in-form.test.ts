import type { Layout } from '../../../feature/layout';
import { isInForm } from './in-form';

describe('the fields of a form', () => {
  it('should be those that people find there', () => {
    const layout: Layout = {
      uid: 'api::product.product',
      title: 'title',
      rows: [{ title: { label: { en: 'Title', es: 'Título' } } }],
      hidden: { label: { en: 'Label', es: 'Etiqueta' } },
    };
    const isShown = (model: string, field: string): boolean => isInForm([layout], model, field);
    expect(isShown('api::product.product', 'title')).toBe(true);
    expect(isShown('api::product.product', 'label')).toBe(false);
    expect(isShown('api::other.other', 'label')).toBe(true);
  });
});
