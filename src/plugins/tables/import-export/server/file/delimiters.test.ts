import { detectDelimiter } from './delimiters';

describe('detectDelimiter', () => {
  it.each([
    ['SKU;title\nA;b, c, d\nB;e, f', ';'],
    ['SKU,title\nA,b; c\nB,d', ','],
    ['SKU\ttitle\nA\tb, c; d', '\t'],
    ['SKU|title\nA|b, c; d', '|'],
    ['sep=;\nSKU;title\nA;b, c', ';'],
    ['\uFEFF"sep=|"\r\nSKU|title\r\nA|b', '|'],
    ['sep=\t\nSKU\ttitle\n', '\t'],
    ['"Título; subtítulo",SKU\n"a; b",A\n', ','],
    ['Products, of 2026\nof the line, for all\n\nSKU;title;fullPrice\nA;b;1,5\nC;d;2,5\n', ';'],
    ['SKU;fullPrice\nA;1,5\nB;2,5\n', ';'],
    ['SKU;title\nA;"two, lines\nof; text"\nB;c\n', ';'],
    ['SKU,title\nA,"cut within quotation', ','],
    ['SKU', ';'],
    ['SKU,title\r\nA,b; c\nB,d; e\rC,f\n', ','],
    ['SKU;title\rA;b, c\rB;d', ';'],
    ['id;text\nA;"a, b\nc, d"\nB;"e, f\ng, h, i\nj, k\n', ';'],
  ])('%j – is separated by %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});
