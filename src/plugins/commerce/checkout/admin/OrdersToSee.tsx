import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Badge, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, Widget } from '@strapi/strapi/admin';
import { ORDER } from './OrderPanel';
import { queryOf, type Question, groupOrdersToReview } from './orders-to-see';
import { useTexts } from './texts';

const LIST = `/content-manager/collection-types/${ORDER}`;

/** Rows of a list page, Strapi's default. */
const PAGE = 10;

type Counted = Question & { count: number };

type Page = { pagination: { total: number } };

/**
 * Counts the orders that need attention, by reason. Each count links to the list of these orders.
 */
export const OrdersToSee = () => {
  const text = useTexts();
  const { formatNumber } = useIntl();
  const { get } = useFetchClient();
  const [counted, setCounted] = useState<readonly Counted[] | null>();

  useEffect(() => {
    let isGone = false;
    const count = async (question: Question): Promise<Counted> => {
      const { data } = await get<Page>(`${LIST}?${queryOf(question, 1)}`);
      return { ...question, count: data.pagination.total };
    };
    Promise.all(groupOrdersToReview(Date.now()).map(count)).then(
      (all) => {
        if (!isGone) setCounted(all.filter((one) => one.count > 0));
      },
      () => {
        if (!isGone) setCounted(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [get]);

  if (counted === undefined) return <Widget.Loading />;
  if (counted === null) return <Widget.Error />;
  if (counted.length === 0) {
    return <Widget.NoData>{text('checkout.orders-to-see.none')}</Widget.NoData>;
  }
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {counted.map((question) => (
        <Flex key={question.id} tag="li" justifyContent="space-between" gap={4}>
          <Typography
            tag={Link}
            to={`${LIST}?${queryOf(question, PAGE)}`}
            fontWeight="semiBold"
            textColor="primary600"
          >
            {text(`checkout.orders-to-see.${question.id}`)}
          </Typography>
          <Badge>{formatNumber(question.count)}</Badge>
        </Flex>
      ))}
    </Flex>
  );
};
