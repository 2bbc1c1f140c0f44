import { useIntl } from 'react-intl';
import { Combobox, ComboboxOption, Field } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { type CustomInputProps, HintAndError } from '#platform/admin/custom-input';
import { currencies } from '#catalogue/money/currencies';
import { useCurrencies } from './lines';
import { useTexts } from './texts';

/** Selects a currency by code or name. An empty value means the currency of the settings. */
export const CurrencyInput = ({
  name = '',
  label,
  hint,
  required,
  disabled = false,
}: CustomInputProps) => {
  const text = useTexts();
  const { locale } = useIntl();
  const { value, error, onChange } = useField<string | null>(name);
  const formCurrencies = useCurrencies(undefined);
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const nameOf = (currency: string): string => `${currency} · ${names.of(currency) ?? currency}`;
  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required ?? false}>
      <Field.Label>{label}</Field.Label>
      <Combobox
        aria-label={label}
        disabled={disabled}
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={
          formCurrencies &&
          text('prices.currency.default', { currency: nameOf(formCurrencies.defaultCurrency) })
        }
        noOptionsMessage={() => text('prices.currency.none')}
        value={value ?? ''}
        onChange={(chosen) => onChange(name, chosen === '' ? null : chosen)}
        onClear={() => onChange(name, null)}
      >
        {currencies.map((currency) => (
          <ComboboxOption key={currency} value={currency}>
            {nameOf(currency)}
          </ComboboxOption>
        ))}
      </Combobox>
      <HintAndError name={name} hint={hint} error={error} />
    </Field.Root>
  );
};
