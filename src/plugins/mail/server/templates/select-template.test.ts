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

describe('selectText', () => {
  it('prefers the business line, then the general template, then the built-in text', () => {
    const lineTemplate = template('own', 'es', 'vets');
    const generalTemplate = template('general', 'es');
    const otherLineTemplate = template('other', 'es', 'medicina');
    expect(select([otherLineTemplate, generalTemplate, lineTemplate]).subject).toBe('own');
    expect(select([otherLineTemplate, generalTemplate]).subject).toBe('general');
    expect(select([otherLineTemplate]).subject).toBe('built-in es');
    expect(select([lineTemplate], { vertical: null }).subject).toBe('built-in es');
  });

  it('prefers the first of two equal templates', () => {
    expect(select([template('newer', 'es'), template('older', 'es')]).subject).toBe('newer');
  });

  it.each([
    ['es-MX', 'general es', 'es'],
    ['en', 'built-in en', 'en'],
    ['en-GB', 'built-in en', 'en'],
    ['fr', 'general es', 'es'],
  ])('locale %s – returns the nearest locale', (lang, subject, textLocale) => {
    const selected = select([template('general es', 'es')], { lang });
    expect([selected.subject, selected.lang]).toEqual([subject, textLocale]);
  });

  it('any templates – never returns another business line or an unrelated locale', () => {
    const lang = fc.constantFrom('es', 'es-MX', 'en', 'fr', 'de');
    const slug = fc.constantFrom('vets', 'medicina', null);
    const templates = fc.array(fc.tuple(lang, slug), { maxLength: 6 });
    fc.assert(
      fc.property(templates, slug, lang, (published, vertical, requestedLang) => {
        const rows = published.map(([locale, templateLine], index) =>
          template(`template ${index}`, locale, templateLine),
        );
        const selected = select(rows, { vertical, lang: requestedLang });
        const source = rows.find(({ subject }) => subject === selected.subject);
        expect([requestedLang, requestedLang.split('-')[0], 'es']).toContain(selected.lang);
        expect([vertical, null]).toContain(source?.vertical?.slug ?? null);
        if (source !== undefined) expect(source.locale).toBe(selected.lang);
      }),
    );
  });
});
