import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { Choice } from '../../../../platform/admin/Choice';
import { listAddress } from '../../../../platform/admin/form-address';
import { SubPage } from '../../../../platform/admin/SubPage';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { OrderedType, OrderedTypes } from '../order';
import { OrderedList } from './OrderedList';
import { useTexts } from './texts';

const ALL = '*';

const Order = ({ types, lines }: OrderedTypes) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const [asked, setAsked] = useSearchParams();
  const type: OrderedType | undefined =
    types.find(({ uid }) => uid === asked.get('type')) ?? types[0];
  if (type === undefined) return <Typography>{text('ordering.none')}</Typography>;

  const nameOf = ({ name }: OrderedType): string =>
    formatMessage({ id: name, defaultMessage: name });
  const line = type.hasLines ? asked.get('line') : null;
  const kind = type.kinds.find((one) => one === asked.get('kind')) ?? null;
  const locale = asked.get('locale');
  const narrow = (name: 'line' | 'kind', value: string): void => {
    const next = new URLSearchParams(asked);
    next.set('type', type.uid);
    if (value === ALL) next.delete(name);
    else next.set(name, value);
    setAsked(next, { replace: true });
  };
  const params = {
    ...(line !== null && { line }),
    ...(kind !== null && { kind }),
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <Flex gap={4} wrap="wrap">
        <Box minWidth="22rem">
          <Choice
            name="type"
            label={text('ordering.type')}
            value={type.uid}
            options={types.map((one) => ({ value: one.uid, label: nameOf(one) }))}
            onChange={(uid) =>
              setAsked({ type: uid, ...(locale !== null && { locale }) }, { replace: true })
            }
          />
        </Box>
        {type.hasLines && lines.length > 0 && (
          <Box minWidth="22rem">
            <Choice
              name="line"
              label={text('ordering.line')}
              value={line ?? ALL}
              options={[
                { value: ALL, label: text('ordering.line.all') },
                ...lines.map(({ documentId, name }) => ({ value: documentId, label: name })),
              ]}
              onChange={(value) => narrow('line', value)}
            />
          </Box>
        )}
        {type.kinds.length > 0 && (
          <Box minWidth="22rem">
            <Choice
              name="kind"
              label={text('ordering.kind')}
              value={kind ?? ALL}
              options={[
                { value: ALL, label: text('ordering.kind.all') },
                ...type.kinds.map((one) => ({ value: one, label: one })),
              ]}
              onChange={(value) => narrow('kind', value)}
            />
          </Box>
        )}
      </Flex>
      <OrderedList
        key={`${type.uid} ${line ?? ''} ${kind ?? ''} ${locale ?? ''}`}
        uid={type.uid}
        narrowing={params}
        locale={locale}
      />
    </Flex>
  );
};

const Loaded = () => {
  const { data: found } = useLoaded<OrderedTypes>('/ordering/types');
  return found === undefined ? <Page.Loading /> : <Order types={found.types} lines={found.lines} />;
};

/** Page that orders the entries of a type, below the type's list. */
export const OrderPage = () => {
  const text = useTexts();
  const [asked] = useSearchParams();
  const uid = asked.get('type');
  const back =
    uid === null
      ? undefined
      : { to: listAddress(uid, asked.get('locale')), label: text('ordering.back') };
  return (
    <SubPage title={text('ordering.title')} subtitle={text('ordering.hint')} back={back}>
      <Loaded />
    </SubPage>
  );
};
