import { useState } from 'react';
import {
  Box,
  Button,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Link,
  Typography,
} from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { getText } from '#catalogue/entry-values';
import {
  getPriceFields,
  computeProductPrices,
  getShownPrice,
} from '#catalogue/money/product-prices';
import { useFreshField, type CustomInputProps, HintAndError } from '#platform/admin/custom-input';
import type { Entry } from '#feature/publishing-rules';
import { CreatePriceDialog } from './CreatePriceDialog';
import { useFormLines } from './lines';
import type { ListedProduct } from '../provider-price';
import { useMayCreate, usePriceText, useProducts } from './provider';
import { useTexts } from './texts';

const ACCOUNT = 'payCrm';

const buildKey = ({ account, payID }: Pick<ListedProduct, 'account' | 'payID'>): string =>
  JSON.stringify([account, payID]);

/** Maximum number of prices in a line of the list. */
const MOST_PRICES = 3;

const useProductTexts = () => {
  const text = useTexts();
  const priceText = usePriceText();
  return {
    nameOf: ({ name, payID }: ListedProduct): string => name ?? payID,
    pricesOf: ({ prices, account }: ListedProduct): string => {
      const priceTexts = prices.slice(0, MOST_PRICES).map(priceText);
      const more = prices.length > MOST_PRICES ? ['…'] : [];
      return [...priceTexts, ...more, account].join(' · ');
    },
    usedIn: ({ usedBy, isUsed }: ListedProduct): string | null => {
      const [entry] = usedBy;
      if (entry !== undefined) return text('prices.product.used-by', { entry });
      return isUsed ? text('prices.product.used') : null;
    },
  };
};

const ProductLine = ({ product }: { product: ListedProduct }) => {
  const { nameOf, pricesOf: written, usedIn } = useProductTexts();
  const used = usedIn(product);
  return (
    <Box>
      <Typography textColor="neutral800" tag="p">
        {nameOf(product)}
      </Typography>
      <Typography variant="pi" textColor="neutral600" tag="p">
        {written(product)}
      </Typography>
      {used !== null && (
        <Typography variant="pi" textColor="warning700" tag="p">
          {used}
        </Typography>
      )}
    </Box>
  );
};

/** Shows the chosen product, with a link to the provider. */
const Chosen = ({ payID, product }: { payID: string; product: ListedProduct | undefined }) => {
  const text = useTexts();
  const { pricesOf: written, usedIn } = useProductTexts();
  const used = product === undefined ? null : usedIn(product);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} data-payment-product={payID}>
      <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {product === undefined ? payID : `${payID} · ${written(product)}`}
      </Typography>
      {used !== null && (
        <Typography variant="pi" textColor="warning700">
          {used}
        </Typography>
      )}
      {typeof product?.link === 'string' && (
        <Link href={product.link} isExternal>
          {text('prices.product.link')}
        </Link>
      )}
    </Flex>
  );
};

/** Searches a product that the payment accounts sell, and creates one. */
export const ProductInput = ({
  name = '',
  label,
  hint,
  labelAction,
  required,
  disabled = false,
}: CustomInputProps) => {
  const text = useTexts();
  const { nameOf } = useProductTexts();
  const { model, id: documentId } = useContentManagerContext();
  const { value, error, onChange } = useFreshField<string | null>(name);
  const values = useForm('ProductInput', (form) => form.values as Entry);
  const formLines = useFormLines();
  const mayCreate = useMayCreate();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const [version, setVersion] = useState(0);
  const payID = typeof value === 'string' ? value.trim() : '';
  const account = getText(values, ACCOUNT).toLowerCase();
  const searchContext = { model, documentId, account, version };
  const productsWithId = useProducts({
    ...searchContext,
    payID,
    isWanted: payID !== '' && !disabled,
  });
  const selectedProduct = Array.isArray(productsWithId)
    ? (productsWithId as readonly ListedProduct[]).find((item) => item.payID === payID)
    : undefined;
  const displayedText = selectedProduct === undefined ? payID : nameOf(selectedProduct);
  // The shown name is no search: the opened list offers all products.
  const search = typed === undefined || typed === displayedText ? '' : typed;
  const listedProducts = useProducts({ ...searchContext, search, isWanted: isOpen });
  const products = (
    Array.isArray(listedProducts) ? listedProducts : []
  ) as readonly ListedProduct[];
  const options =
    selectedProduct === undefined ||
    products.some((item) => buildKey(item) === buildKey(selectedProduct))
      ? products
      : [selectedProduct, ...products];

  const choose = (product: Pick<ListedProduct, 'payID' | 'account'>): void => {
    onChange(name, product.payID);
    if (account !== product.account) onChange(ACCOUNT, product.account);
    setTyped(undefined);
  };

  const fields = getPriceFields(values);
  const price = getShownPrice(fields);
  const { kind } = computeProductPrices(fields);

  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required ?? false}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Combobox
        aria-label={label}
        disabled={disabled}
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={text('prices.product.search')}
        loading={isOpen && listedProducts === undefined}
        noOptionsMessage={() =>
          text(listedProducts === 'failed' ? 'prices.product.failed' : 'prices.product.none')
        }
        onOpenChange={(open) => setIsOpen(open)}
        textValue={typed ?? displayedText}
        onTextValueChange={setTyped}
        filterValue=""
        value={selectedProduct === undefined ? payID : buildKey(selectedProduct)}
        onChange={(key) => {
          const product = options.find((option) => buildKey(option) === key);
          if (product !== undefined) choose(product);
        }}
        onClear={() => {
          onChange(name, null);
          setTyped(undefined);
        }}
      >
        {payID !== '' && selectedProduct === undefined && (
          <ComboboxOption value={payID} textValue={payID}>
            {!Array.isArray(productsWithId)
              ? payID
              : text('prices.product.unknown', { product: payID })}
          </ComboboxOption>
        )}
        {options.map((product) => (
          <ComboboxOption
            key={buildKey(product)}
            value={buildKey(product)}
            textValue={nameOf(product)}
          >
            <ProductLine product={product} />
          </ComboboxOption>
        ))}
      </Combobox>
      <HintAndError name={name} hint={hint} error={error} />
      {payID !== '' && <Chosen payID={payID} product={selectedProduct} />}
      {mayCreate && !disabled && payID === '' && (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Button
            variant="tertiary"
            size="S"
            startIcon={<Plus />}
            disabled={price === null || price.amount <= 0 || formLines === undefined}
            onClick={() => setIsCreating(true)}
          >
            {text('prices.product.create')}
          </Button>
          {price === null && (
            <Typography variant="pi" textColor="neutral600">
              {text('prices.product.create.price')}
            </Typography>
          )}
        </Flex>
      )}
      {isCreating && price !== null && formLines !== undefined && (
        <CreatePriceDialog
          model={model}
          payID={null}
          name={getText(values, 'title')}
          account={account}
          lines={formLines.lines}
          currencies={formLines.sold.map(({ currency }) => currency)}
          amount={price.amount}
          kind={kind}
          interval={null}
          intervalCount={null}
          instalments={null}
          replaced={null}
          onClose={() => setIsCreating(false)}
          onCreated={(created) => {
            setIsCreating(false);
            setVersion((before) => before + 1);
            choose(created);
          }}
        />
      )}
    </Field.Root>
  );
};
