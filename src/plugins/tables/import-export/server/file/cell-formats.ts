import type { CellFormat } from '../../../../../platform/http/spreadsheets/text';
import type { Element } from './xml-elements';

/** Formats that workbooks name by a number alone (ECMA-376, 18.8.30), as far as values do not say how they are shown. */
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

/** Texts within a format, each in one of its groups; and the section for positive numbers. */
const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]/gu;
const SECTION = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])*/u;

/** `€`, `US$`, `EUR`: no unit such as `kg`. */
const CURRENCY = /\p{Sc}|^[A-Z]{3}$/u;

/** Reads what a number format adds to a value: a currency, a percent sign, leading zeros, a time of day. */
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
  // Colours, conditions and other brackets show nothing; hours and seconds in brackets are those of a duration.
  const plain = signs.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/giu, '').trim();
  return {
    hasTime: /[hs]/i.test(plain),
    isPercent: plain.includes('%'),
    digits: /^0{2,}$/.test(plain) ? plain.length : 0,
    sign: sign ?? null,
  };
};

/** More than a workbook may have (64,000), and characters of a format (255). */
const MOST_STYLES = 65_536;
const LONGEST_FORMAT = 255;

/** Collects the number formats of a workbook's cell styles as the file of styles is read. */
export const createStyles = () => {
  const codes = new Map<number, string>();
  /** The number of each style's format. */
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
    /** The format of a style by its number. */
    formatOf(style: number): CellFormat {
      const number = styles[style] ?? 0;
      const known = formats.get(number);
      if (known !== undefined) return known;
      const format = formatFrom(codes.get(number) ?? BUILT_IN[number] ?? '');
      formats.set(number, format);
      return format;
    },
  };
};
