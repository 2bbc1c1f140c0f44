import { useState } from 'react';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification, useQueryParams } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { listIn, getText } from '#catalogue/entry-values';
import { isWithheldUntilPublished } from '#catalogue/off-sale';
import {
  buildChargedFields,
  matchesPurchaseType,
  findPriceDifference,
  getPriceFields,
  computeProductPrices,
  getShownPrice,
} from '#catalogue/money/product-prices';
import { selectChargingAccounts } from '#catalogue/money/charging-accounts';
import type { PriceWaysProps } from '#feature/admin/price-tools';
import { CreatePriceDialog } from './CreatePriceDialog';
import { useMayCreate, usePriceText } from './provider';
import { useTexts } from './texts';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';

type Query = { plugins?: { i18n?: { locale?: string } } };

type WithholdDialogProps = {
  model: string;
  documentId: string | undefined;
  onClose: () => void;
  onWithheld: () => void;
};

type Version = { data: { status?: string } };

const LIST = '/content-manager/collection-types';

/**
 * Confirms that an entry is published without being sold. Checkout sells a product while one of its
 * published languages is on sale, so the other languages are taken off sale too.
 */
const WithholdDialog = ({ model, documentId, onClose, onWithheld }: WithholdDialogProps) => {
  const text = useTexts();
  const { formatDisplayName } = useIntl();
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const { toggleNotification } = useNotification();
  const [{ query }] = useQueryParams<Query>();
  const [isBusy, setIsBusy] = useState(false);
  const ownLocale = query.plugins?.i18n?.locale;

  const { data: sales } = useLoaded<{ locales: readonly string[] }>(
    documentId === undefined ? null : `/prices/sales/${model}/${documentId}`,
  );
  const others = (sales?.locales ?? []).filter((locale) => locale !== ownLocale);
  const formatLanguageNames = (locales: readonly string[]): string =>
    locales.map((code) => formatDisplayName(code, { type: 'language' }) ?? code).join(', ');

  /** Publishes one language without selling it; false if its draft has other changes. */
  const withholdLocale = async (locale: string): Promise<boolean> => {
    const address = `${LIST}/${model}/${documentId ?? ''}`;
    const params = { locale };
    const { data } = await get<Version>(address, { params });
    if (data.data.status !== 'published') return false;
    await post(`${address}/actions/publish`, { isSoon: true }, { params });
    return true;
  };

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    const localesOnSale: string[] = [];
    try {
      for (const locale of others) if (!(await withholdLocale(locale))) localesOnSale.push(locale);
      toggleNotification(
        localesOnSale.length > 0
          ? {
              type: 'warning',
              message: text('prices.withhold.left', {
                languages: formatLanguageNames(localesOnSale),
              }),
            }
          : { type: 'success', message: text('prices.withhold.done') },
      );
      onWithheld();
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Dialog.Content>
        <Dialog.Header>{text('prices.ways.withhold')}</Dialog.Header>
        <Dialog.Body>
          <Flex direction="column" gap={3} data-withhold>
            <Typography textAlign="center">{text('prices.withhold.hint')}</Typography>
            {others.length > 0 && (
              <Typography textAlign="center">
                {text('prices.withhold.others', { languages: formatLanguageNames(others) })}
              </Typography>
            )}
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth>
              {text('prices.cancel')}
            </Button>
          </Dialog.Cancel>
          <Button
            fullWidth
            loading={isBusy}
            disabled={documentId !== undefined && sales === undefined}
            onClick={() => void confirm()}
          >
            {text('prices.withhold.confirm')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};

type WayButtonProps = { variant?: 'secondary' | 'tertiary'; onClick: () => void; children: string };

/** Shows a text of two lines if needed: amounts with an interval are long beside the form. */
const WayButton = ({ variant = 'secondary', onClick, children }: WayButtonProps) => (
  <Button
    variant={variant}
    size="S"
    fullWidth
    style={{ height: 'auto', paddingBlock: '0.4rem', whiteSpace: 'normal' }}
    onClick={onClick}
  >
    {children}
  </Button>
);

/** Number of payments that the entry's total implies. */
const inferInstalmentCount = (entry: PriceWaysProps['entry']): number | null => {
  const { total, enrolmentFee, instalment } = computeProductPrices(getPriceFields(entry));
  if (total === null || instalment === null || instalment <= 0) return null;
  const count = Math.round((total - (enrolmentFee ?? 0)) / instalment);
  return count >= 2 ? count : null;
};

/** Offers the ways out of a price that the provider does not charge. */
export const PriceWays = ({
  model,
  documentId,
  entry,
  accounts,
  currencies,
  tolerance,
  onCompared,
}: PriceWaysProps) => {
  const text = useTexts();
  const priceText = usePriceText();
  const mayCreate = useMayCreate();
  const onChange = useForm('PriceWays', (form) => form.onChange);
  const [open, setOpen] = useState<'create' | 'withhold' | null>(null);
  const fields = getPriceFields(entry);
  const displayedPrice = getShownPrice(fields);
  const account = getText(entry, 'payCrm').toLowerCase();
  const payID = getText(entry, 'payID');
  const accountsThatCharge = selectChargingAccounts(accounts, account);
  const isKnown =
    accountsThatCharge.length > 0 &&
    accountsThatCharge.every(({ product }) => product !== 'unknown');
  const offered = accountsThatCharge.flatMap(({ prices }) => prices);
  const { kind } = computeProductPrices(fields);
  const difference = isKnown
    ? findPriceDifference(fields, offered, { currencies, tolerance })
    : null;
  const isLacking =
    isKnown &&
    offered.length > 0 &&
    fields.purchaseType !== null &&
    !offered.some((price) => matchesPurchaseType(kind, price));
  const isUncharged = difference !== null || isLacking;
  if (isWithheldUntilPublished(entry) || payID === '' || !isUncharged) return null;

  const charged = difference?.charged ?? null;
  const isUsable = charged !== null && currencies.includes(charged.currency);
  const isAlike = isUsable && charged.isRecurring === (kind !== 'single');
  const seller = accountsThatCharge.filter(({ product }) => product === 'sold');

  const takePrice = (): void => {
    if (charged === null) return;
    for (const [field, amount] of Object.entries(buildChargedFields(fields, charged))) {
      onChange(field, amount);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%" data-price-ways>
      <Typography variant="pi" fontWeight="semiBold" textColor="neutral800">
        {text('prices.ways.title')}
      </Typography>
      {isUsable && isAlike && (
        <WayButton onClick={takePrice}>
          {text('prices.ways.take', { price: priceText(charged) })}
        </WayButton>
      )}
      {mayCreate && displayedPrice !== null && displayedPrice.amount > 0 && (
        <WayButton onClick={() => setOpen('create')}>
          {text('prices.ways.create', {
            price: priceText({ amount: displayedPrice.amount, currency: currencies[0] ?? '' }),
          })}
        </WayButton>
      )}
      <WayButton variant="tertiary" onClick={() => setOpen('withhold')}>
        {text('prices.ways.withhold')}
      </WayButton>
      {open === 'create' && displayedPrice !== null && (
        <CreatePriceDialog
          model={model}
          payID={payID}
          name={getText(entry, 'title')}
          account={seller.length === 1 ? (seller[0]?.account ?? account) : account}
          lines={['verticals', 'vertical'].flatMap((name) =>
            listIn(entry, name).map((line) => String(line.documentId)),
          )}
          currencies={currencies}
          amount={displayedPrice.amount}
          kind={kind}
          interval={charged?.interval ?? null}
          intervalCount={charged?.intervalCount ?? null}
          instalments={
            inferInstalmentCount(entry) ??
            (typeof charged?.instalments === 'number' ? charged.instalments : null)
          }
          replaced={
            isAlike && charged.id !== undefined
              ? { id: charged.id, label: priceText(charged) }
              : null
          }
          onClose={() => setOpen(null)}
          onCreated={() => {
            setOpen(null);
            onCompared();
          }}
        />
      )}
      {open === 'withhold' && (
        <WithholdDialog
          model={model}
          documentId={documentId}
          onClose={() => setOpen(null)}
          onWithheld={() => {
            setOpen(null);
            onChange('isSoon', true);
          }}
        />
      )}
    </Flex>
  );
};
