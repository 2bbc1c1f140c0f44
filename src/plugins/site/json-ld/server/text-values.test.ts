import {
  findFirstText,
  toPlainText,
  parseLeadingNumber,
  parsePlayingTime,
  parseWorkload,
} from './text-values';

describe('plain text', () => {
  it('toPlainText – Markdown – returns one line without markup', () => {
    const source =
      '# Título\n\nCon **fuerza** y un [enlace](https://example.com).\n\n![x](y.png)\n\n- uno\n- dos <b>';
    expect(toPlainText(source)).toBe('Título Con fuerza y un enlace. * uno * dos <b>');
  });

  it('toPlainText – long text – ends at a word within 500 characters', () => {
    const text = toPlainText('palabra '.repeat(200));
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.endsWith('palabra…')).toBe(true);
  });

  it('toPlainText – text of a megabyte – takes less than 1.5 s of CPU time', () => {
    const start = process.cpuUsage();
    for (const text of ['![', '> ', 'a\n=\n', '- a\n']) toPlainText(text.repeat(2 ** 18));
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(1_500_000);
  });

  it('findFirstText – texts – returns the first that is not blank', () => {
    expect(findFirstText(null, '  ', undefined, 'b', 'c')).toBe('b');
    expect(findFirstText('')).toBeUndefined();
  });
});

describe('durations', () => {
  it.each([
    ['12 meses · 1.500 horas', 'PT1500H'],
    ['12 months · 1,500 hours', 'PT1500H'],
    ['1 día · 8 horas', 'PT8H'],
    ['1 hora', 'PT1H'],
    ['20h', 'PT20H'],
    ['7,5 horas', 'PT7H'],
    ['Monthly subscription', undefined],
    ['6 weeks', undefined],
    ['', undefined],
  ])('parseWorkload – "%s" – is %p', (text, duration) => {
    expect(parseWorkload(text)).toBe(duration);
  });

  it.each([
    ['33:20', 'PT33M20S'],
    ['1:02:05', 'PT1H2M5S'],
    ['90:00', 'PT90M'],
    ['33:75', undefined],
    ['media hora', undefined],
    [null, undefined],
  ])('parsePlayingTime – %s – is %p', (text, duration) => {
    expect(parsePlayingTime(text)).toBe(duration);
  });

  it.each([
    ['60 créditos ECTS', 60],
    ['2 CPD credits', 2],
    ['1,2 créditos', undefined],
    ['ECTS: 60', undefined],
    [null, undefined],
  ])('parseLeadingNumber – "%s" – is %p', (text, number) => {
    expect(parseLeadingNumber(text)).toBe(number);
  });
});
