import { firstText, plainText } from './plain-text';

describe('plain text', () => {
  it('plainText – Markdown – returns one line without markup', () => {
    const source =
      '# Título\n\nCon **fuerza** y un [enlace](https://example.com).\n\n![x](y.png)\n\n- uno\n- dos <b>';
    expect(plainText(source)).toBe('Título Con fuerza y un enlace. * uno * dos <b>');
  });

  it('plainText – long text – ends at a word within 500 characters', () => {
    const text = plainText('palabra '.repeat(200));
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.endsWith('palabra…')).toBe(true);
  });

  it('plainText – text of a megabyte – takes less than 1.5 s of CPU time', () => {
    const start = process.cpuUsage();
    for (const text of ['![', '> ', 'a\n=\n', '- a\n']) plainText(text.repeat(2 ** 18));
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(1_500_000);
  });

  it('firstText – texts – returns the first that is not blank', () => {
    expect(firstText(null, '  ', undefined, 'b', 'c')).toBe('b');
    expect(firstText('')).toBeUndefined();
  });
});
