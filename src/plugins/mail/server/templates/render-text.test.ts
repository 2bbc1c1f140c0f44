import { renderFooter, renderText } from './render-text';
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

describe('a link in a mail', () => {
  const urls = ['confirmUrl'];
  const confirmUrl = 'https://example.com/?a=1&b=2';

  it('should be a button where it stands alone, and a link in the plain part', () => {
    const one = renderText(
      { subject: '', preheader: null, body: 'Hello\n\n[Confirm]({{ confirmUrl }})\n\nBye' },
      { confirmUrl },
      urls,
      '#ffdd00',
    );
    expect(one.body).toMatch(
      /<td bgcolor="#ffdd00"[^>]*><a href="https:\/\/example.com\/\?a=1&amp;b=2"/,
    );
    expect(one.body).toContain('color:#000000');
    expect(one.text).toBe(`Hello\n\nConfirm [${confirmUrl}]\n\nBye`);
  });

  it.each([
    'Read [this](https://example.com) now',
    '<https://example.com>',
    '- [this](https://example.com)',
  ])('should stay a link within other words: %s', (body) => {
    const { body: html } = render(body);
    expect(html).toContain('href="https://example.com"');
    expect(html).not.toContain('<table');
  });

  it('should not become a button by what people write', () => {
    const name = '<p data-button=""><a href="https://evil.example">x</a></p>';
    expect(render('{{ name }}', { name }).body).not.toContain('<table');
    expect(render('<p data-button>[x](https://example.com) y</p>').body).not.toContain('<table');
  });
});

describe('the small print below a mail', () => {
  it('should keep lines and links, and nothing else', () => {
    const { html, text } = renderFooter(
      'Vets S.L.\n# CIF <b>B1</b>\n[Privacy](https://example.com/p)',
    );
    expect(html).toContain('Vets S.L.');
    expect(html).toContain('href="https://example.com/p"');
    expect(html).not.toMatch(/<b>|<h1>|<table/);
    expect(text).toContain('Privacy [https://example.com/p]');
    expect(renderFooter('')).toEqual({ html: '', text: '' });
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
