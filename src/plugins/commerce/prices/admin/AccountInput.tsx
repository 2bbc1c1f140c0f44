import { useEffect, useState } from 'react';
import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useField, useFetchClient } from '@strapi/strapi/admin';
import { HintAndError } from '../../../../feature/admin/HintAndError';
import { useTexts } from './texts';

/** What the form hands over; Strapi's types promise none of it. */
type AccountInputProps = {
  name?: string;
  label?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
};

const useAccounts = (): readonly string[] | undefined => {
  const { get } = useFetchClient();
  const [accounts, setAccounts] = useState<readonly string[]>();
  useEffect(() => {
    const controller = new AbortController();
    get<{ data: { accounts: { account: string }[] } }>('/prices/accounts', {
      signal: controller.signal,
    }).then(
      ({ data }) => setAccounts(data.data.accounts.map(({ account }) => account)),
      // What is chosen is shown all the same, and the server knows which accounts there are.
      () => undefined,
    );
    return () => controller.abort();
  }, [get]);
  return accounts;
};

/** Chooses one of the payment accounts there are; what is stored and is none of them is shown as such. */
export const AccountInput = ({
  name = '',
  label,
  hint,
  required,
  disabled = false,
}: AccountInputProps) => {
  const text = useTexts();
  const { value, error, onChange } = useField<string | null>(name);
  const accounts = useAccounts();
  const chosen = typeof value === 'string' ? value.trim() : '';
  // Accounts are found in any case, so what was typed once as `MAIN` is `main`.
  const known = accounts?.find((account) => account === chosen.toLowerCase());
  const isUnknown = chosen !== '' && known === undefined;
  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required ?? false}>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        aria-label={label}
        disabled={disabled}
        placeholder={text('prices.account.any')}
        value={known ?? chosen}
        onChange={(account) => onChange(name, String(account) === '' ? null : String(account))}
        onClear={() => onChange(name, null)}
      >
        {isUnknown && (
          <SingleSelectOption value={chosen}>
            {accounts === undefined || accounts.length === 0
              ? chosen
              : text('prices.account.unknown', { account: chosen })}
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
