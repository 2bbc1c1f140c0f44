import { appendSupplement, renderFooter, renderText } from './render-text';

const render = (body: string, values: Record<string, string> = {}, urls: string[] = []) =>
  renderText(
    { subject: 'Hello {{ name }}', preheader: null, body },
    { name: 'Ana', ...values },
    urls,
  );

describe('renderText', () => {
  it('keeps headings, links and line breaks in the plain text', () => {
    const body = '# Hello\n\nRead [this](https://example.com/a).\n\n## {{ code }}\n\n- one\n- two';
    const { text } = render(body, { code: 'ABCDE' });
    expect(text).toBe('Hello\n\nRead this [https://example.com/a].\n\n\nABCDE\n\n * one\n * two');
  });

  it('wraps the plain text', () => {
    const { text } = render('word '.repeat(100));
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(78);
  });

  it('allows only declared variables as the address of a link', () => {
    const body = '[go]({{ confirmUrl }}) [x]({{ name }})';
    const { body: html } = render(body, { confirmUrl: 'https://example.com/?a=1&b=2' }, [
      'confirmUrl',
    ]);
    expect(html).toContain('href="https://example.com/?a=1&amp;b=2"');
    expect(html).not.toContain('href="Ana"');
  });

  it('escapes HTML and does not render Markdown in values', () => {
    const { body, subject } = render('<b>bold</b> {{ name }}', { name: '**<i>Ana</i>**\n# x' });
    expect(body).toContain('&lt;b&gt;bold&lt;/b&gt; **&lt;i&gt;Ana&lt;/i&gt;**');
    expect(subject).toBe('Hello **<i>Ana</i>** # x');
  });
});

describe('renderText – links', () => {
  const urls = ['confirmUrl'];
  const confirmUrl = 'https://example.com/?a=1&b=2';

  it('link alone in a paragraph – is a button, and a link in the plain text', () => {
    const rendered = renderText(
      { subject: '', preheader: null, body: 'Hello\n\n[Confirm]({{ confirmUrl }})\n\nBye' },
      { confirmUrl },
      urls,
      '#ffdd00',
    );
    expect(rendered.body).toMatch(
      /<td bgcolor="#ffdd00"[^>]*><a href="https:\/\/example.com\/\?a=1&amp;b=2"/,
    );
    expect(rendered.body).toContain('color:#000000');
    expect(rendered.text).toBe(`Hello\n\nConfirm [${confirmUrl}]\n\nBye`);
  });

  it.each([
    'Read [this](https://example.com) now',
    '<https://example.com>',
    '- [this](https://example.com)',
  ])('%s – stays a link', (body) => {
    const { body: html } = render(body);
    expect(html).toContain('href="https://example.com"');
    expect(html).not.toContain('<table');
  });

  it('button markup in names and texts – creates no button', () => {
    const name = '<p data-button=""><a href="https://evil.example">x</a></p>';
    expect(render('{{ name }}', { name }).body).not.toContain('<table');
    expect(render('<p data-button>[x](https://example.com) y</p>').body).not.toContain('<table');
  });
});

describe('renderFooter', () => {
  it('keeps only lines and links', () => {
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

describe('appendSupplement', () => {
  const supplement = { unless: 'confirmUrl', texts: { es: 'Enlace', en: 'Link' } };
  const text = (body: string, lang: string) => ({ subject: '', preheader: null, body, lang });

  it.each([
    ['es-MX', 'Hola', 'Hola\n\nEnlace'],
    ['en', 'Hello', 'Hello\n\nLink'],
    ['fr', 'Bonjour', 'Bonjour\n\nEnlace'],
    ['en', 'Go {{confirmUrl}}', 'Go {{confirmUrl}}'],
  ])(
    'locale %s, body %s – appends the supplement unless its variable is used',
    (lang, body, expected) => {
      expect(appendSupplement({ supplement }, text(body, lang)).body).toBe(expected);
    },
  );

  it('kind without a supplement – returns the body unchanged', () => {
    expect(appendSupplement({}, text('Hello', 'en')).body).toBe('Hello');
  });
});
