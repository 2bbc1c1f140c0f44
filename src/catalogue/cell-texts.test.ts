import iconv from 'iconv-lite';
import { isBlank, isClearMarker, isDamaged, findTextProblem } from './cell-texts';

describe('isBlank', () => {
  it.each([
    '',
    ' \n\t',
    '\u00A0',
    '\u200B',
    '\u00AD',
    '\u2060\uFEFF',
    '\u3164',
    '""',
    ' "" ',
    "''",
  ])('%j – is blank', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['0', '-', '"', '"a"', 'a\u200B', '🦇', '\uFFFD', 'é'])('%j – is not blank', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('isDamaged', () => {
  const texts = [
    'José',
    'niño',
    '¿Qué?',
    '«Ángel»',
    'ÑANDÚ',
    'pingüino',
    '10 €',
    '“a” – b',
    'Coração',
  ];

  it.each(['Jean Dupont†', 'Una nota‡ al pie', 'Der ‹Fall› ist klar', '‹el caso›', 'a›B'])(
    '%s – quotation and footnote marks – is not damaged',
    (text) => {
      expect(isDamaged(text)).toBe(false);
    },
  );

  it.each(texts)('%s – is not damaged', (text) => {
    expect(isDamaged(text)).toBe(false);
  });

  it.each(texts)('%s – as UTF-8 that was read as Windows-1252 – is damaged', (text) => {
    expect(isDamaged(iconv.decode(Buffer.from(text), 'windows-1252'))).toBe(true);
  });

  it.each([
    ['José', 'macintosh'],
    ['niño', 'cp850'],
    ['mañana rápida', 'macintosh'],
    ['reçu', 'cp850'],
    ['naïve', 'cp850'],
  ])('%s – as %s that was read as Windows-1252 – is damaged', (text, encoding) => {
    expect(isDamaged(iconv.decode(iconv.encode(text, encoding), 'windows-1252'))).toBe(true);
  });

  it.each(['macintosh', 'cp850'])('UTF-8 that was read as %s – is damaged', (encoding) => {
    expect(isDamaged(iconv.decode(Buffer.from('José Peña'), encoding))).toBe(true);
  });
});

describe('findTextProblem', () => {
  it.each([
    ['9780306406157', null],
    ['978\u20110306406157', null],
    ['９７８０３０６４０６１５７', null],
    ['9780306406158', /check digit/],
    ['306406152', /drop zeros of “0306406152”/],
    ['9,78849E+12', /last digits/],
  ])('ISBN %s – returns %s', (text, problem) => {
    const result = findTextProblem(['bookDetails', 'ISBN'], text);
    if (problem === null) expect(result).toBeNull();
    else expect(result?.en).toMatch(problem);
  });
});

describe('isClearMarker', () => {
  it.each(['[clear]', ' [Borrar] ', '[BORRAR]'])('%s – is a clear marker', (text) => {
    expect(isClearMarker(text)).toBe(true);
  });

  it.each(['clear', '', 'borrar', '(vacío)', '(blank)'])('%j – is not a clear marker', (text) => {
    expect(isClearMarker(text)).toBe(false);
  });
});
