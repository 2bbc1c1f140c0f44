import { isSite, findAddressProblem } from './address';

describe('findAddressProblem', () => {
  it.each([
    '/',
    '/cursos?tipo=a&b=1#x',
    '#',
    '#workshops',
    'https://example.com',
    'HTTPS://Example.com/a?b=1&c="',
    'http://localhost:3000/x',
    'http://10.0.0.1/x',
    'http://[::1]/x',
    'https://año.example/ñ',
    'mailto:info@example.com',
    'mailto:info@example.com?subject=Hola',
    'tel:+34911234567',
    'tel:900-123-456',
  ])('%s – is accepted', (address) => {
    expect(findAddressProblem(address)).toBeNull();
  });

  it.each([
    ['', 'form'],
    ['cursos', 'form'],
    ['www.example.com', 'form'],
    ['javascript:alert(1)', 'form'],
    ['data:text/html,x', 'form'],
    ['ftp://example.com', 'form'],
    ['//example.com/x', 'host'],
    ['https://', 'host'],
    ['https:/example.com', 'host'],
    ['https://cursos', 'host'],
    ['https://example.', 'host'],
    ['https://user:pass@example.com', 'host'],
    ['/dos palabras', 'spaces'],
    [' /x', 'spaces'],
    ['/x\n', 'spaces'],
    ['/\\example.com', 'spaces'],
    ['mailto:info', 'mail'],
    ['tel:', 'phone'],
    ['tel:call-me', 'phone'],
    [`/${'x'.repeat(2048)}`, 'tooLong'],
  ])('%j – is refused: %s', (address, problem) => {
    expect(findAddressProblem(address)).toBe(problem);
  });
});

describe('isSite', () => {
  it.each(['https://example.com', 'https://Example.com/', 'http://localhost:3000'])(
    '%s – is a site',
    (address) => {
      expect(isSite(address)).toBe(true);
    },
  );

  it.each([
    'example.com',
    '/',
    'https://example.com/x',
    'https://example.com?x',
    'ftp://a.example',
  ])('%s – is not a site', (address) => {
    expect(isSite(address)).toBe(false);
  });
});
