import fc from 'fast-check';
import LinkifyIt from 'linkify-it';
import { nameForMail } from './names';
import { renderText } from './render-text';

/**
 * Link detection of the most eager mail program: any ending is a top-level domain, and hosts need
 * no scheme.
 */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .tlds('[a-zA-Z\\u00a1-\\uffff]{2,63}')
  .add('tel:', { validate: (text, index) => /^\+?[\d-]+/.exec(text.slice(index))?.[0].length ?? 0 })
  .add('javascript:', {
    validate: (text, index) => /^\S+/.exec(text.slice(index))?.[0].length ?? 0,
  });

const linksIn = (text: string): string[] => (linkify.match(text) ?? []).map(({ raw }) => raw);

const template = {
  subject: 'Welcome, {{ name }}',
  preheader: 'Hello {{ name }}',
  body: '# Hello\n\nHello {{ name }},\n\nYour account with **{{ name }}** is ready.\n\n## {{ name }}',
};

const render = (name: string) => renderText(template, { name: nameForMail(name) });

const realNames = [
  "José María O'Connor-Núñez",
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'Dr. Ana M.ª López',
  'Mª del Carmen Ruiz',
  'Sra. D.ª Núria Vila i Puig',
  'Martin Luther King, Jr.',
  'Anne-Sophie d’Artagnan',
  'Núria Gal·la Coll',
  'María (Mari) Pérez',
  'Clínica 24/7 & Cía.',
  'Ana "Nita" Gómez',
  'Иван Сергеевич',
  '山田 太郎',
  'محمد علی',
  'می‌خواهم نام',
  'X Æ A-12',
];

const maliciousNames = [
  'http.…ñ',
  'http.…http',
  'http://evil.example click here',
  'hxxp://evil.example',
  'https:\\\\evil.example\\path',
  '[x](http://evil.example)',
  '<a href="http://evil.example">x</a>',
  '<http://evil.example>',
  'evil.example/path',
  'www.evil.example',
  'evil。example',
  'evil．example/x',
  'evil.\u200bexample',
  'evil\u2060.\u2060example',
  'evil.\u00adexample',
  'ana@evil.example',
  'mailto:ana@evil.example',
  'tel:+34600000000',
  'javascript:alert(1)',
  'http:evil.example',
  '//evil.example',
  '\\\\evil\\share',
  'http://1.2.3.4/',
  '1.2.3.4/x',
  'Ana\r\nBcc: a@evil.example',
  'Ana\n\n# Heading\n\n[x](http://evil.example)',
  '![x](http://evil.example/x.png)',
  '{{ code }}',
  '\u202emoc.live',
  'http://http://evil.example',
  'htt\u200bp://evil.example',
  'a:b://evil.example',
];

describe('nameForMail', () => {
  it.each(realNames)('%s – is unchanged', (name) => {
    expect(nameForMail(name)).toBe(name);
  });

  it('nameForMail – texts with addresses – finds a link in each', () => {
    for (const text of [
      'see evil.example/x',
      'http://evil',
      'a@evil.example',
      '1.2.3.4/x',
      'tel:1',
    ]) {
      expect(linksIn(text)).not.toEqual([]);
    }
  });

  const expectHarmless = (name: string): void => {
    const { subject, preheader, body, text } = render(name);
    const mailName = nameForMail(name);
    expect([mailName, linksIn(mailName)]).toEqual([mailName, []]);
    expect([subject, linksIn(subject)]).toEqual([subject, []]);
    expect([text, linksIn(text)]).toEqual([text, []]);
    expect(preheader).not.toMatch(/[\r\n]/);
    expect(subject).not.toMatch(/[\p{Cc}]/u);
    expect(Array.from(mailName).length).toBeLessThanOrEqual(100);
    const tags = [...body.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag);
    expect(tags).toEqual(['h1', 'h1', 'p', 'p', 'p', 'strong', 'strong', 'p', 'h2', 'h2']);
    // Text of the HTML that a reader sees.
    const visibleText = body
      .replace(/<[^>]*>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>');
    expect(linksIn(visibleText)).toEqual([]);
  };

  it.each(maliciousNames)('%j – contains no link', expectHarmless);

  it('any name – contains no link and no markup', () => {
    const pieces = fc.constantFrom(
      ...[
        'http',
        'https',
        '://',
        ':',
        '/',
        '//',
        '\\',
        'www',
        '.',
        '。',
        '．',
        '@',
        'evil',
        'example',
      ],
      ...[
        'com',
        'a',
        '1',
        '24',
        ' ',
        '\n',
        '\r',
        '\u200b',
        '\u200c',
        '\u00ad',
        '\u202e',
        '[',
        '](',
        ')',
      ],
      ...[
        '<',
        '>',
        '"',
        "'",
        '*',
        '_',
        '#',
        '&',
        '&#46;',
        '{{',
        '}}',
        '%',
        '-',
        '+',
        '?',
        '=',
        'ñ',
        '山',
      ],
      ...['mailto', 'tel', 'javascript', 'ª', '\u0301', '…'],
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
      fc.string({ maxLength: 60, unit: 'binary' }),
      fc.webUrl(),
      fc.emailAddress(),
      fc.domain(),
      fc.tuple(fc.domain(), fc.webPath()).map(([host, path]) => `${host}${path}`),
    );
    fc.assert(fc.property(text, expectHarmless), { numRuns: 500 });
  });

  it('long name – is shortened to 100 characters', () => {
    expect(nameForMail('ñ😀'.repeat(200))).toHaveLength(100 + 49);
    expect(nameForMail('a '.repeat(200)).endsWith('…')).toBe(true);
  });
});
