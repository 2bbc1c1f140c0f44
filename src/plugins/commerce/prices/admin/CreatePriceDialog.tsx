import { useState } from 'react';
import {
  Button,
  Checkbox,
  Field,
  Flex,
  Modal,
  NumberInput,
  SingleSelect,
  SingleSelectOption,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { type CreatedPrice, useAccounts, useCreation, usePriceText } from './provider';
import { useTexts } from './texts';

type CreatePriceDialogProps = {
  model: string;
  /** Product of the price. Null: a new one. */
  payID: string | null;
  name: string;
  /** Empty: the user chooses. */
  account: string;
  lines: readonly string[];
  currencies: readonly string[];
  amount: number;
  kind: 'single' | 'subscription' | 'instalments';
  /** Suggested interval and number of payments. */
  interval: string | null;
  intervalCount: number | null;
  instalments: number | null;
  /** Price that the new one replaces. */
  replaced: { id: string; label: string } | null;
  onClose: () => void;
  onCreated: (created: CreatedPrice) => void;
};

const INTERVALS = ['week', 'month', 'year'] as const;

/** Asks for the missing details of a price, and creates it at the provider. */
export const CreatePriceDialog = ({
  model,
  payID,
  name: title,
  account: storedAccount,
  lines,
  currencies,
  amount,
  kind,
  replaced,
  onClose,
  onCreated,
  ...suggested
}: CreatePriceDialogProps) => {
  const text = useTexts();
  const priceText = usePriceText();
  const create = useCreation(model);
  const accounts = useAccounts();
  const noticeError = useErrorNotice();
  const { toggleNotification } = useNotification();
  const [name, setName] = useState(title);
  const [account, setAccount] = useState(storedAccount);
  const [currency, setCurrency] = useState(currencies[0] ?? '');
  const [interval, setInterval] = useState(suggested.interval ?? 'month');
  const [instalments, setInstalments] = useState(suggested.instalments ?? undefined);
  const [isReplacing, setIsReplacing] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const isRecurring = kind !== 'single';
  const intervalCount = interval === suggested.interval ? (suggested.intervalCount ?? 1) : 1;
  const price = {
    amount,
    currency,
    interval: isRecurring ? interval : null,
    intervalCount: isRecurring ? intervalCount : 1,
    instalments: kind === 'instalments' ? (instalments ?? null) : null,
  };
  // One account needs no choice.
  const chargedAccount = account === '' && accounts?.length === 1 ? (accounts[0] ?? '') : account;
  const isComplete =
    chargedAccount !== '' &&
    currency !== '' &&
    (payID !== null || name.trim() !== '') &&
    (kind !== 'instalments' || (instalments !== undefined && instalments >= 2));

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const created = await create({
        ...price,
        lines,
        account: chargedAccount,
        payID,
        name: name.trim(),
        replaces: isReplacing ? (replaced?.id ?? null) : null,
      });
      toggleNotification({ type: 'success', message: text('prices.create.done') });
      onCreated(created);
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>
            {text(payID === null ? 'prices.create.product' : 'prices.create')}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-create-price>
            <Typography variant="beta">{priceText(price)}</Typography>
            {payID === null && (
              <Field.Root name="new-product" required>
                <Field.Label>{text('prices.create.name')}</Field.Label>
                <TextInput value={name} onChange={({ target }) => setName(target.value)} />
              </Field.Root>
            )}
            {storedAccount === '' && (accounts?.length ?? 0) > 1 && (
              <Field.Root name="new-price-account" required>
                <Field.Label>{text('prices.field.account')}</Field.Label>
                <SingleSelect value={account} onChange={(chosen) => setAccount(String(chosen))}>
                  {(accounts ?? []).map((option) => (
                    <SingleSelectOption key={option} value={option}>
                      {option}
                    </SingleSelectOption>
                  ))}
                </SingleSelect>
              </Field.Root>
            )}
            {currencies.length > 1 && (
              <Field.Root name="new-price-currency" required>
                <Field.Label>{text('prices.field.currency')}</Field.Label>
                <SingleSelect value={currency} onChange={(chosen) => setCurrency(String(chosen))}>
                  {currencies.map((option) => (
                    <SingleSelectOption key={option} value={option}>
                      {option}
                    </SingleSelectOption>
                  ))}
                </SingleSelect>
              </Field.Root>
            )}
            {isRecurring && (
              <Field.Root name="new-price-interval" required>
                <Field.Label>{text('prices.create.interval')}</Field.Label>
                <SingleSelect value={interval} onChange={(chosen) => setInterval(String(chosen))}>
                  {INTERVALS.map((option) => (
                    <SingleSelectOption key={option} value={option}>
                      {text(`prices.create.interval.${option}`)}
                    </SingleSelectOption>
                  ))}
                </SingleSelect>
              </Field.Root>
            )}
            {kind === 'instalments' && (
              <Field.Root name="new-price-instalments" required>
                <Field.Label>{text('prices.create.instalments')}</Field.Label>
                <NumberInput value={instalments} onValueChange={setInstalments} />
              </Field.Root>
            )}
            {replaced !== null && (
              <Checkbox
                checked={isReplacing}
                onCheckedChange={(checked) => setIsReplacing(checked === true)}
              >
                {text('prices.create.replace', { price: replaced.label })}
              </Checkbox>
            )}
            {chargedAccount !== '' && (
              <Typography textColor="neutral600">
                {text('prices.create.hint', { account: chargedAccount })}
              </Typography>
            )}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" disabled={isBusy} onClick={onClose}>
            {text('prices.cancel')}
          </Button>
          <Button loading={isBusy} disabled={!isComplete} onClick={() => void confirm()}>
            {text('prices.create.confirm')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
