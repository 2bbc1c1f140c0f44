import { parseLeadingNumber, playingTimeOf, workloadIn } from './durations';

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
  ])('workloadIn – "%s" – is %p', (text, duration) => {
    expect(workloadIn(text)).toBe(duration);
  });

  it.each([
    ['33:20', 'PT33M20S'],
    ['1:02:05', 'PT1H2M5S'],
    ['90:00', 'PT90M'],
    ['33:75', undefined],
    ['media hora', undefined],
    [null, undefined],
  ])('playingTimeOf – %s – is %p', (text, duration) => {
    expect(playingTimeOf(text)).toBe(duration);
  });

  it.each([
    ['60 créditos ECTS', 60],
    ['2 CPD credits', 2],
    ['1,2 créditos', undefined],
    ['ECTS: 60', undefined],
    [null, undefined],
  ])('leadingNumber – "%s" – is %p', (text, number) => {
    expect(parseLeadingNumber(text)).toBe(number);
  });
});
