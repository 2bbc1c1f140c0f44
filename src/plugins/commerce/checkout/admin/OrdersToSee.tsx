import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Badge, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, Widget } from '@strapi/strapi/admin';
import { ORDER } from './OrderPanel';
import { useTexts } from './texts';

/** A group of orders that need attention, as filters of the list. */
type Question = {
  id: 'handover' | 'disputed' | 'inquiry' | 'refund-failed' | 'failed' | 'unsettled';
  /** Paths and values of the list's query string, without the index that they get there. */
  filters: readonly (readonly [path: string, value: string])[];
};

const DAY = 24 * 60 * 60 * 1000;

/** Customers retry failed payments themselves. Nobody does after a month. */
const FAILED_DAYS = 30;

/**
 * Returns the groups at a moment. A pending payment takes minutes, or a day by bank transfer; a
 * pending payment older than a day is stuck.
 */
const groupOrdersToReview = (now: number): readonly Question[] => {
  const formatDaysAgo = (days: number): string => new Date(now - days * DAY).toISOString();
  return [
    { id: 'handover', filters: [['[handover][$eq]', 'waiting']] },
    // The state does not show this: an order stays `paid` if a part is disputed, and `disputed` if
    // the dispute is lost.
    { id: 'disputed', filters: [['[disputePhase][$eq]', 'open']] },
    { id: 'inquiry', filters: [['[disputePhase][$eq]', 'inquiry']] },
    { id: 'refund-failed', filters: [['[refundStatus][$eq]', 'failed']] },
    {
      id: 'failed',
      filters: [
        ['[state][$eq]', 'failed'],
        ['[createdAt][$gt]', formatDaysAgo(FAILED_DAYS)],
      ],
    },
    {
      id: 'unsettled',
      filters: [
        ['[sessionStatus][$eq]', 'complete'],
        ['[paymentStatus][$eq]', 'pending'],
        ['[createdAt][$lt]', formatDaysAgo(1)],
      ],
    },
  ];
};

/** Returns the query string of a list that shows the orders of a group. */
const buildQuery = ({ filters }: Question, pageSize: number): string =>
  new URLSearchParams([
    ['page', '1'],
    ['pageSize', String(pageSize)],
    ['sort', 'createdAt:DESC'],
    ...filters.map(([path, value], index): [string, string] => [
      `filters[$and][${index}]${path}`,
      value,
    ]),
  ]).toString();

const LIST = `/content-manager/collection-types/${ORDER}`;

/** Rows of a list page, Strapi's default. */
const PAGE = 10;

type CountedQuestion = Question & { count: number };

type Page = { pagination: { total: number } };

/**
 * Counts the orders that need attention, by reason. Each count links to the list of these orders.
 */
export const OrdersToSee = () => {
  const text = useTexts();
  const { formatNumber } = useIntl();
  const { get } = useFetchClient();
  const [counted, setCounted] = useState<readonly CountedQuestion[] | null>();

  useEffect(() => {
    let isGone = false;
    const count = async (question: Question): Promise<CountedQuestion> => {
      const { data } = await get<Page>(`${LIST}?${buildQuery(question, 1)}`);
      return { ...question, count: data.pagination.total };
    };
    Promise.all(groupOrdersToReview(Date.now()).map(count)).then(
      (all) => {
        if (!isGone) setCounted(all.filter((filter) => filter.count > 0));
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
            to={`${LIST}?${buildQuery(question, PAGE)}`}
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
