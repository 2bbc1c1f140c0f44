import { useIntl } from 'react-intl';
import { TypedInput, type TypedReading } from '../../../../platform/admin/TypedInput';
import type { CustomInputProps } from '../../../../platform/admin/custom-input';
import { useLanguage } from '../../../../feature/admin/texts';
import {
  numberProblemTexts,
  formatNumber,
  readNumber,
  type NumberType,
} from '../../../../catalogue/typed-values/read-number';

const ambiguous = {
  en: 'This can be read in two ways. Choose the number.',
  es: 'Esto se puede leer de dos maneras. Elige el número.',
} as const;

/** Edits an integer or decimal number, typed or pasted with either decimal separator. */
export const NumberInput = (props: CustomInputProps & { type?: NumberType }) => {
  const { type = 'integer' } = props;
  const { locale } = useIntl();
  const language = useLanguage();

  const format = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    const number = Number(value);
    return Number.isNaN(number) ? '' : formatNumber(number, locale);
  };

  const read = (text: string): TypedReading<number> => {
    const reading = readNumber(text, type);
    switch (reading.kind) {
      case 'empty':
        return reading;
      case 'number':
        return { kind: 'value', value: reading.number };
      case 'ambiguous':
        return {
          kind: 'ambiguous',
          problem: ambiguous[language],
          choices: reading.numbers.map((value) => ({ value, label: formatNumber(value, locale) })),
        };
      case 'wrong':
        return { kind: 'wrong', problem: numberProblemTexts[reading.problem][language] };
    }
  };

  return (
    <TypedInput
      {...props}
      read={read}
      format={format}
      inputMode={type === 'integer' ? 'numeric' : 'decimal'}
    />
  );
};
