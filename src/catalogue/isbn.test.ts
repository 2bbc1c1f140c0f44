import fc from 'fast-check';
import { compactIsbns, isIsbn } from './isbn';

describe('compactIsbns', () => {
  it.each([
    ['978-84-376-0494-7', '9788437604947'],
    ['9788437604947', '9788437604947'],
    ['978 84 376 0494 7', '9788437604947'],
    ['978–84–376–0494–7', '9788437604947'],
    ['9788437604947 2024', '9788437604947 2024'],
    ['2024 978-84-376-0494-7', '2024 9788437604947'],
    ['ISBN: 978-84-376-0494-7', '9788437604947'],
    ['isbn-13 978-84-376-0494-7 anatomía', '9788437604947 anatomía'],
    ['0-8044-2957-x', '080442957X'],
    ['080442957X', '080442957X'],
    ['978-84-376-0494-8', '978-84-376-0494-8'],
    ['+34 600 123 456', '+34 600 123 456'],
    ['isbn', 'isbn'],
    ['anatomía 2024', 'anatomía 2024'],
  ])('%s – is %s', (text, compact) => {
    expect(compactIsbns(text)).toBe(compact);
  });
});

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });

const isbn10 = digits(9).map((nine) => {
  const check =
    (11 - (nine.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11)) % 11;
  return nine.join('') + (check === 10 ? 'X' : String(check));
});

const isbn13 = fc.tuple(fc.constantFrom('978', '979'), digits(9)).map(([prefix, nine]) => {
  const twelve = prefix + nine.join('');
  const sum = Array.from(twelve).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
    0,
  );
  return twelve + String((10 - (sum % 10)) % 10);
});

const isbn = fc.oneof(isbn10, isbn13);

describe('isIsbn', () => {
  it.each([
    '0-306-40615-2',
    '080442957X',
    '978-3-16-148410-0',
    '979 10 90636 07 1',
    '080442957x',
    '978\u20113\u201316\u2011148410\u00A00',
  ])('accepts %s', (value) => expect(isIsbn(value)).toBe(true));

  it.each(['', '978-3-16-148410-1', '0306406153', '9773161484100', 'X804429570', '97831614841'])(
    'rejects %s',
    (value) => expect(isIsbn(value)).toBe(false),
  );

  it('accepts every number with a valid check digit, with any separator', () => {
    fc.assert(
      fc.property(isbn, fc.constantFrom('-', ' ', ''), fc.nat(8), (value, dash, index) => {
        expect(isIsbn(value.slice(0, index + 1) + dash + value.slice(index + 1))).toBe(true);
      }),
    );
  });

  it('rejects any single wrong digit', () => {
    fc.assert(
      fc.property(isbn, fc.nat(12), fc.integer({ min: 1, max: 9 }), (value, position, shift) => {
        const at = position % (value.length - 1);
        const wrong = String((Number(value[at]) + shift) % 10);
        expect(isIsbn(value.slice(0, at) + wrong + value.slice(at + 1))).toBe(false);
      }),
    );
  });
});
