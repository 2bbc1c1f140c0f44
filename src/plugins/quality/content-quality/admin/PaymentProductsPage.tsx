import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Flex, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { SubPage } from '#platform/admin/SubPage';
import { useLoaded } from '#platform/admin/use-loaded';
import { formatMoney } from '#catalogue/money/format-money';
import type { UnlinkedPaymentProduct, UnlinkedPaymentProducts } from '#feature/payment-products';
import { TO_DO } from '../content-quality';
import { PageButtons } from './PageButtons';
import { useTexts } from './texts';

const PAGE = 50;

type Price = UnlinkedPaymentProduct['prices'][number];

const usePriceWords = (): ((price: Price) => string) => {
  const { formatNumber, locale } = useIntl();
  return ({ amount, currency, interval, intervalCount }) => {
    const money = formatMoney(amount, currency, locale);
    if (interval === null) return money;
    const time = formatNumber(intervalCount ?? 1, {
      style: 'unit',
      unit: interval,
      unitDisplay: 'long',
    });
    return `${money} / ${time}`;
  };
};

const ProductTable = ({ products }: Pick<UnlinkedPaymentProducts, 'products'>) => {
  const text = useTexts();
  const words = usePriceWords();
  const columns = ['product', 'id', 'account', 'prices'] as const;
  return (
    <Table colCount={columns.length} rowCount={products.length + 1}>
      <Thead>
        <Tr>
          {columns.map((column) => (
            <Th key={column}>
              <Typography variant="sigma">{text(`content-quality.payment.${column}`)}</Typography>
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {products.map(({ account, payID, name, prices }) => (
          <Tr key={`${account} ${payID}`} data-payment-product={payID}>
            <Td>
              <Typography>{name ?? '–'}</Typography>
            </Td>
            <Td>
              <Typography tag="code">{payID}</Typography>
            </Td>
            <Td>
              <Typography>{account}</Typography>
            </Td>
            <Td>
              <Typography>{prices.map(words).join(' · ') || '–'}</Typography>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
};

/** Lists the products at the payment provider that no entry names. */
export const PaymentProductsPage = () => {
  const text = useTexts();
  const [page, setPage] = useState(1);
  const { data: unlinked } = useLoaded<UnlinkedPaymentProducts>(
    '/content-quality/payment-products',
    {
      params: { page },
    },
  );
  return (
    <SubPage
      title={text('content-quality.payment')}
      subtitle={text('content-quality.payment.of')}
      back={{ to: TO_DO, label: text('content-quality.back') }}
    >
      {unlinked === undefined && <Page.Loading />}
      {unlinked?.total === 0 && <Typography>{text('content-quality.payment.none')}</Typography>}
      {unlinked !== undefined && unlinked.total > 0 && (
        <Flex direction="column" alignItems="stretch" gap={4}>
          <ProductTable products={unlinked.products} />
          <PageButtons
            page={page}
            size={PAGE}
            shown={unlinked.products.length}
            total={unlinked.total}
            onTurn={setPage}
          />
        </Flex>
      )}
    </SubPage>
  );
};
