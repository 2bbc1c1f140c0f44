import { renderText } from './render-text';
import { withSupplement } from './supplement';

const render = (body: string, values: Record<string, string> = {}, urls: string[] = []) =>
  renderText(
    { subject: 'Hello {{ name }}', preheader: null, body },
    { name: 'Ana', ...values },
    urls,
  );

describe('the text of a mail as plain text and HTML', () => {
  it('should keep headings, links and line ends in the plain part', () => {
    const body = '# Hello\n\nRead [this](https://example.com/a).\n\n## {{ code }}\n\n- one\n- two';
    const { text } = render(body, { code: 'ABCDE' });
    expect(text).toBe('Hello\n\nRead this [https://example.com/a].\n\n\nABCDE\n\n * one\n * two');
  });

  it('should wrap the plain part', () => {
    const { text } = render('word '.repeat(100));
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(78);
  });

  it('should let only declared addresses stand as the address of a link', () => {
    const body = '[go]({{ confirmUrl }}) [x]({{ name }})';
    const { body: html } = render(body, { confirmUrl: 'https://example.com/?a=1&b=2' }, [
      'confirmUrl',
    ]);
    expect(html).toContain('href="https://example.com/?a=1&amp;b=2"');
    expect(html).not.toContain('href="Ana"');
  });

  it('should show HTML as what was typed, and make no Markdown of values', () => {
    const { body, subject } = render('<b>bold</b> {{ name }}', { name: '**<i>Ana</i>**\n# x' });
    expect(body).toContain('&lt;b&gt;bold&lt;/b&gt; **&lt;i&gt;Ana&lt;/i&gt;**');
    expect(subject).toBe('Hello **<i>Ana</i>** # x');
  });
});

describe('what a kind adds to a text', () => {
  const supplement = { unless: 'confirmUrl', texts: { es: 'Enlace', en: 'Link' } };
  const text = (body: string, lang: string) => ({ subject: '', preheader: null, body, lang });

  it.each([
    ['es-MX', 'Hola', 'Hola\n\nEnlace'],
    ['en', 'Hello', 'Hello\n\nLink'],
    ['fr', 'Bonjour', 'Bonjour\n\nEnlace'],
    ['en', 'Go {{confirmUrl}}', 'Go {{confirmUrl}}'],
  ])('should stand at its end in %s, unless it is there: %s', (lang, body, expected) => {
    expect(withSupplement({ supplement }, text(body, lang)).body).toBe(expected);
  });

  it('should be nothing for a kind that adds nothing', () => {
    expect(withSupplement({}, text('Hello', 'en')).body).toBe('Hello');
  });
});
