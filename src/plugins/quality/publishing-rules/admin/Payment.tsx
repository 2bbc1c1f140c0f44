import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { formatMoney } from '#catalogue/money/format-money';
import { getPriceTools } from '#feature/admin/price-tools';
import type { AccountFacts, Entry } from '#feature/publishing-rules';
import { getEntryCurrencies } from '../facts';
import type { AccountState } from '#feature/payment-products';
import type { ServerFacts } from './use-findings';
import { useTexts } from './texts';

type PaymentProps = {
  model: string;
  payID: string;
  facts: ServerFacts;
  documentId: string | undefined;
  /** The entry as it stands in the form. */
  entry: Entry;
  mayAsk: boolean;
  onCompared: () => void;
};

/** Returns the payment accounts that do not respond, each with a message. */
export const useSilentAccounts = (accounts: readonly AccountState[]) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  return accounts.flatMap(({ account, silentSince }) => {
    if (silentSince === null) return [];
    const time = formatDate(silentSince, { dateStyle: 'short', timeStyle: 'short' });
    return [{ account, message: text('publishing-rules.payment.silent', { account, time }) }];
  });
};

const isNamed = (name: string | null | undefined): boolean =>
  name !== null && name !== undefined && name !== '';

const Offers = ({ accounts }: { accounts: readonly AccountFacts[] }) => {
  const text = useTexts();
  const { locale } = useIntl();
  return accounts
    .filter(({ product }) => product === 'sold')
    .map(({ account, name, prices }) => (
      <Typography key={account} variant="pi" textColor="neutral700" data-offer={account}>
        {text(`publishing-rules.payment.${isNamed(name) ? 'sold-as' : 'sold'}`, {
          account,
          name: name ?? '',
          prices: prices
            .map(({ amount, currency, isRecurring }) => {
              const money = formatMoney(amount, currency, locale);
              return isRecurring ? text('publishing-rules.payment.recurring', { money }) : money;
            })
            .join(' · '),
        })}
      </Typography>
    ));
};

/** Shows the payment provider's data of the product, with a button that queries it again. */
export const Payment = ({
  model,
  documentId,
  entry,
  payID,
  facts,
  mayAsk,
  onCompared,
}: PaymentProps) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);
  const silent = useSilentAccounts(facts.accounts);
  if (facts.accounts.length === 0) return null;
  const Ways = getPriceTools()?.Ways;

  const compare = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await post(`/prices/compare/${model}`, { payID });
      onCompared();
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={1} width="100%" data-payment>
      <Offers accounts={facts.facts.accounts} />
      {silent.map(({ account, message }) => (
        <Typography key={account} variant="pi" textColor="warning700" data-silent={account}>
          {message}
        </Typography>
      ))}
      {mayAsk && Ways !== undefined && (
        <Box paddingTop={2}>
          <Ways
            model={model}
            documentId={documentId}
            entry={entry}
            accounts={facts.facts.accounts}
            currencies={getEntryCurrencies(entry, facts.currencies)}
            tolerance={facts.facts.priceTolerance}
            onCompared={onCompared}
          />
        </Box>
      )}
      {mayAsk && (
        <Box paddingTop={1}>
          <Button
            variant="tertiary"
            size="S"
            startIcon={<ArrowClockwise />}
            loading={isBusy}
            disabled={payID === ''}
            onClick={() => void compare()}
          >
            {text('publishing-rules.payment.compare')}
          </Button>
        </Box>
      )}
    </Flex>
  );
};
