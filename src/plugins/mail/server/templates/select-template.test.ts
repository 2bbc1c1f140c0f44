import fc from 'fast-check';
import { selectText, type Template } from './select-template';

const text = (subject: string) => ({ subject, preheader: null, body: subject });

const template = (subject: string, locale: string, slug: string | null = null): Template => ({
  kind: 'welcome',
  ...text(subject),
  locale,
  vertical: slug === null ? null : { slug },
});

const kind = { texts: { es: text('built-in es'), en: text('built-in en') } };

const select = (
  templates: readonly Template[],
  reader: { vertical?: string | null; lang?: string } = {},
) => selectText({ templates, kind, vertical: 'vets', lang: 'es', defaultLang: 'es', ...reader });

describe('the text of a mail', () => {
  it('should be the one for the business line, else for all, else the built-in one', () => {
    const own = template('own', 'es', 'vets');
    const general = template('general', 'es');
    const other = template('other', 'es', 'medicina');
    expect(select([other, general, own]).subject).toBe('own');
    expect(select([other, general]).subject).toBe('general');
    expect(select([other]).subject).toBe('built-in es');
    expect(select([own], { vertical: null }).subject).toBe('built-in es');
  });

  it('should be the first of two for the same', () => {
    expect(select([template('newer', 'es'), template('older', 'es')]).subject).toBe('newer');
  });

  it.each([
    ['es-MX', 'general es', 'es'],
    ['en', 'built-in en', 'en'],
    ['en-GB', 'built-in en', 'en'],
    ['fr', 'general es', 'es'],
  ])('should be in the nearest language to %s', (lang, subject, said) => {
    const selected = select([template('general es', 'es')], { lang });
    expect([selected.subject, selected.lang]).toEqual([subject, said]);
  });

  it('should never be one of another business line, nor in a language that nobody asked for', () => {
    const lang = fc.constantFrom('es', 'es-MX', 'en', 'fr', 'de');
    const slug = fc.constantFrom('vets', 'medicina', null);
    const templates = fc.array(fc.tuple(lang, slug), { maxLength: 6 });
    fc.assert(
      fc.property(templates, slug, lang, (published, vertical, asked) => {
        const rows = published.map(([locale, of], at) => template(`template ${at}`, locale, of));
        const selected = select(rows, { vertical, lang: asked });
        const source = rows.find(({ subject }) => subject === selected.subject);
        expect([asked, asked.split('-')[0], 'es']).toContain(selected.lang);
        expect([vertical, null]).toContain(source?.vertical?.slug ?? null);
        if (source !== undefined) expect(source.locale).toBe(selected.lang);
      }),
    );
  });
});
