import { describe as describeEntry } from './describe';

const texts = { products: (count: number) => `${count} products` };

describe('describe', () => {
  it('entry with details – returns its lines, products and languages', () => {
    const details = {
      picture: null,
      lines: ['Medicina', 'Psicología'],
      products: 3,
      languages: [
        { locale: 'es', state: 'published' as const },
        { locale: 'en', state: 'draft' as const },
      ],
    };
    expect(describeEntry('Ana', details, texts)).toBe(
      'Ana\n· Medicina, Psicología · 3 products · ES\u00a0● · EN\u00a0○',
    );
  });

  it('entry without details – returns only its name', () => {
    const languages = [{ locale: null, state: 'draft' as const }];
    const details = { picture: null, lines: [], products: null, languages };
    expect(describeEntry('Ana', details, texts)).toBe('Ana');
  });
});
