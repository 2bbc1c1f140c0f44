import type { CellFormat } from '#platform/http/spreadsheets/text';
import type { Element } from './watch-cells';

/**
 * Built-in formats by number (ECMA-376, 18.8.30), limited to those that change how values are
 * displayed.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Literal texts of a format, each in its own group, and the section for positive numbers. */
const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]/gu;
const SECTION = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])*/u;

/** Matches `€`, `US$` and `EUR`, but no units such as `kg`. */
const CURRENCY = /\p{Sc}|^[A-Z]{3}$/u;

/**
 * Parses what a number format adds to a value: a currency, a percent sign, leading zeros, or a
 * time.
 */
export const formatFrom = (code: string): CellFormat => {
  const [section = ''] = SECTION.exec(code) ?? [];
  let currency = '';
  let literals = '';
  const signs = section.replace(
    LITERAL,
    (_, quoted: string | undefined, escaped: string | undefined, sign: string | undefined) => {
      currency += sign ?? '';
      literals += quoted ?? escaped ?? '';
      return '';
    },
  );
  const written = [currency, literals, signs.replace(/[^\p{Sc}]/gu, '')].map((text) => text.trim());
  const [first = '', ...others] = written;
  const sign = first === '' ? others.find((text) => CURRENCY.test(text)) : first;
  // Brackets hold colours and conditions, which display nothing. Only `[h]`, `[m]` and `[s]`
  // display a duration.
  const plain = signs.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/giu, '').trim();
  return {
    hasTime: /[hs]/i.test(plain),
    isPercent: plain.includes('%'),
    digits: /^0{2,}$/.test(plain) ? plain.length : 0,
    sign: sign ?? null,
  };
};

/** Limits above those of workbooks: 64,000 styles, and 255 characters per format. */
const MOST_STYLES = 65_536;
const LONGEST_FORMAT = 255;

/** Collects the number formats of cell styles while the style sheet is parsed. */
export const createStyles = () => {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  const formats = new Map<number, CellFormat>();
  let isInStyles = false;
  return {
    onElement({ name, attribute }: Element): void {
      if (name === 'cellXfs') isInStyles = true;
      if (name === 'numFmt' && codes.size < MOST_STYLES) {
        const code = attribute('formatCode') ?? '';
        codes.set(Number(attribute('numFmtId')), code.slice(0, LONGEST_FORMAT));
      }
      if (name === 'xf' && isInStyles && styles.length < MOST_STYLES) {
        styles.push(Number(attribute('numFmtId') ?? 0));
      }
    },
    onEnd(name: string): void {
      if (name === 'cellXfs') isInStyles = false;
    },
    formatOf(style: number): CellFormat {
      const number = styles[style] ?? 0;
      const existing = formats.get(number);
      if (existing !== undefined) return existing;
      const format = formatFrom(codes.get(number) ?? BUILT_IN[number] ?? '');
      formats.set(number, format);
      return format;
    },
  };
};
