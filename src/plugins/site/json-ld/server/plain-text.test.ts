import { firstText, plainText } from './plain-text';

describe('Plain text', () => {
  it('should be one line without marks', () => {
    const source =
      '# Título\n\nCon **fuerza** y un [enlace](https://example.com).\n\n![x](y.png)\n\n- uno\n- dos <b>';
    expect(plainText(source)).toBe('Título Con fuerza y un enlace. * uno * dos <b>');
  });

  it('should be shortened at a word', () => {
    const text = plainText('palabra '.repeat(200));
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.endsWith('palabra…')).toBe(true);
  });

  it('should take as long for a megabyte as for a page', () => {
    const start = process.cpuUsage();
    for (const text of ['![', '> ', 'a\n=\n', '- a\n']) plainText(text.repeat(2 ** 18));
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(1_500_000);
  });

  it('should be the first that says something', () => {
    expect(firstText(null, '  ', undefined, 'b', 'c')).toBe('b');
    expect(firstText('')).toBeUndefined();
  });
});
