import { preferExtendedName } from './extended-name';

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

it.each([
  ['form-data; name="files"', 'form-data; name="files"'],
  ['form-data; name="files"; filename="a.png"', 'form-data; name="files"; filename="a.png"'],
  [
    `form-data; name="files"; filename="nu.png"; filename*=UTF-8''%C3%B1u.png`,
    `form-data; name="files"; filename="${latin1('ñu.png')}"`,
  ],
  [
    `form-data; filename*=utf-8'es'%C3%B1u%22.png; name="files"; filename=nu.png`,
    `form-data; name="files"; filename="${latin1('ñu%22.png')}"`,
  ],
  [
    `form-data; name="files"; filename*=ISO-8859-1''%F1u.png`,
    `form-data; name="files"; filename="${latin1('ñu.png')}"`,
  ],
  [
    `form-data; name="files"; filename="a.png"; filename*=UTF-8''%F1u.png`,
    `form-data; name="files"; filename="a.png"; filename*=UTF-8''%F1u.png`,
  ],
  [
    `form-data; name="files"; filename*="UTF-8''%C3%B1u.png"; filename="nu.png"`,
    `form-data; name="files"; filename="${latin1('ñu.png')}"`,
  ],
  [
    `form-data; name="files"; filename="a;filename*=UTF-8''b.png"`,
    `form-data; name="files"; filename="a;filename*=UTF-8''b.png"`,
  ],
  [
    `form-data; name="files"; filename="a; b.png"; FILENAME*=utf-8''%C3%B1.png`,
    `form-data; name="files"; filename="${latin1('ñ.png')}"`,
  ],
])('preferExtendedName – %s – uses a valid filename* as the filename', (header, expected) => {
  expect(preferExtendedName(header)).toBe(expected);
});
