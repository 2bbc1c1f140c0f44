import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { type CustomInputProps, HintAndError } from '#platform/admin/custom-input';
import { useTexts } from './texts';
import { useAccounts } from './provider';

/**
 * Selects one of the payment accounts. A stored account that does not exist is marked as unknown.
 */
export const AccountInput = ({
  name = '',
  label,
  hint,
  required,
  disabled = false,
}: CustomInputProps) => {
  const text = useTexts();
  const { value, error, onChange } = useField<string | null>(name);
  const accounts = useAccounts();
  const accountName = typeof value === 'string' ? value.trim() : '';
  // Accounts are matched in any case, so a stored `MAIN` is the account `main`.
  const knownAccount = accounts?.find((account) => account === accountName.toLowerCase());
  const isUnknown = accountName !== '' && knownAccount === undefined;
  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required ?? false}>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        aria-label={label}
        disabled={disabled}
        placeholder={text('prices.account.any')}
        value={knownAccount ?? accountName}
        onChange={(account) => onChange(name, String(account) === '' ? null : String(account))}
        onClear={() => onChange(name, null)}
      >
        {isUnknown && (
          <SingleSelectOption value={accountName}>
            {accounts === undefined || accounts.length === 0
              ? accountName
              : text('prices.account.unknown', { account: accountName })}
          </SingleSelectOption>
        )}
        {(accounts ?? []).map((account) => (
          <SingleSelectOption key={account} value={account}>
            {account}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <HintAndError name={name} hint={hint} error={error} />
    </Field.Root>
  );
};
