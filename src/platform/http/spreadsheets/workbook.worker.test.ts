import fc from 'fast-check';
import { escapeWorkbookText } from './workbook.worker';

const writeAndRead = async (text: string): Promise<unknown> => {
  const { readSheet } = await import('read-excel-file/node');
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const rows = [
    [{ value: 'a', type: String }],
    [{ value: escapeWorkbookText(text), type: String }],
  ];
  const bytes = await writeWorkbook(rows, {}).toBuffer();
  const [, [cell] = []] = await readSheet(Buffer.from(bytes));
  return cell;
};

describe('escapeWorkbookText', () => {
  it.each([
    'valueOf',
    'constructor',
    '__proto__',
    '_x0041_',
    'a_x000D_b',
    'a\uFFFFb',
    '\uFFFD',
    'a\u0001b\u007Fc\u009Fd\uFDD0',
    'a\u{1FFFF}b',
    '=1+1',
    '<b>&amp;',
  ])('%j – is read back unchanged', async (text) => {
    expect(await writeAndRead(text)).toBe(text);
  });

  it('any text – is read back unchanged', async () => {
    const texts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await writeAndRead(text)).toBe(text);
      }),
    );
  });
});
