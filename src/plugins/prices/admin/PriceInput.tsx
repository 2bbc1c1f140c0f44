import { type ClipboardEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { Box, Field, TextInput, Typography } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { HintAndError } from '../../../feature/admin/HintAndError';
import { useFreshField, type CustomInputProps } from '../../../feature/admin/custom-input';
import { useLanguage } from '../../../feature/admin/texts';
import { formatAmount } from '../../../feature/format-money';
import { readPrice, type Reading } from '../money/parse';
import { problemTexts } from '../money/problem-texts';
import { textOfUnread, unread } from '../money/unread';
import { useSoldIn } from './form-lines';
import { useTexts } from './texts';
import { Understood } from './Understood';

const textOf = (value: unknown, language: string): string => {
  if (value === null || value === undefined || value === '') return '';
  const number = Number(value);
  return textOfUnread(value) ?? (Number.isNaN(number) ? '' : formatAmount(number, language));
};

const valueOf = (text: string, reading: Reading): number | string | null => {
  if (reading.kind === 'amount') return reading.amount;
  return reading.kind === 'empty' ? null : unread(text);
};

/** Browsers leave line ends out, and of two cells they would make one number. */
const visiblySeparated = (pasted: string): string =>
  pasted.trim().replace(/\s*[\t\r\n]+\s*/g, ' | ');

/**
 * A price, typed or pasted with either decimal separator. What is no price, or could be two, is kept as text,
 * which the form refuses to save.
 */
export const PriceInput = ({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
}: CustomInputProps) => {
  const text = useTexts();
  const { locale } = useIntl();
  const language = useLanguage();
  const { value, error, onChange } = useFreshField<unknown>(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
  const sold = useSoldIn(name);
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();

  // What was typed counts until the form holds something else: another language, a discarded change.
  const written =
    typed !== undefined && Object.is(typed.value, value) ? typed.text : textOf(value, locale);
  const reading = readPrice(written);

  const write = (next: string): void => {
    const nextValue = valueOf(next, readPrice(next));
    setTyped({ text: next, value: nextValue });
    onChange(name, nextValue);
  };

  const choose = (amount: number): void => {
    setTyped(undefined);
    onChange(name, amount);
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\t\r\n]/.test(pasted)) return;
    event.preventDefault();
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    write(
      before.slice(0, selectionStart ?? before.length) +
        visiblySeparated(pasted) +
        before.slice(selectionEnd ?? before.length),
    );
  };

  const problem = (): string | undefined => {
    if (reading.kind === 'ambiguous') return text('prices.ambiguous');
    return reading.kind === 'wrong' ? problemTexts[reading.problem][language] : error;
  };

  return (
    <Field.Root name={name} id={name} error={problem()} hint={hint} required={required ?? false}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        ref={ref}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        disabled={disabled}
        value={written}
        onChange={(event) => write(event.target.value)}
        onPaste={paste}
        onBlur={() => {
          // From now on as it is written in the panel's language.
          if (reading.kind === 'amount') setTyped(undefined);
        }}
        endAction={
          <Typography variant="pi" textColor="neutral600" data-price-currency>
            {sold.map(({ currency }) => currency).join(' · ')}
          </Typography>
        }
      />
      <Box aria-live="polite">
        <Understood reading={reading} sold={sold} isDisabled={disabled} onChoose={choose} />
      </Box>
      <HintAndError name={name} hint={hint} error={problem()} />
    </Field.Root>
  );
};
