import { describe as describeEntry } from './describe';

const texts = { products: (count: number) => `${count} products` };

describe('An entry that can be chosen', () => {
  it('is told apart by its lines, products and languages', () => {
    const about = {
      picture: null,
      lines: ['Medicina', 'Psicología'],
      products: 3,
      languages: [
        { locale: 'es', state: 'published' as const },
        { locale: 'en', state: 'draft' as const },
      ],
    };
    expect(describeEntry('Ana', about, texts)).toBe(
      'Ana\n· Medicina, Psicología · 3 products · ES\u00a0● · EN\u00a0○',
    );
  });

  it('is called by its name alone where there is nothing else to say', () => {
    const languages = [{ locale: null, state: 'draft' as const }];
    const about = { picture: null, lines: [], products: null, languages };
    expect(describeEntry('Ana', about, texts)).toBe('Ana');
  });
});
