import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import {
  Box,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { OrderedType, OrderedTypes } from '../order';
import { OrderedList } from './OrderedList';
import { useTexts } from './texts';

type Choice = { value: string; called: string };

const Select = ({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}) => (
  <Box minWidth="22rem">
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <SingleSelect value={value} onChange={(chosen) => onChange(String(chosen))}>
        {choices.map((choice) => (
          <SingleSelectOption key={choice.value} value={choice.value}>
            {choice.called}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  </Box>
);

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
        <Select
          label={text('ordering.type')}
          value={type.uid}
          choices={types.map((one) => ({ value: one.uid, called: nameOf(one) }))}
          onChange={(uid) =>
            setAsked({ type: uid, ...(locale !== null && { locale }) }, { replace: true })
          }
        />
        {type.hasLines && lines.length > 0 && (
          <Select
            label={text('ordering.line')}
            value={line ?? ALL}
            choices={[
              { value: ALL, called: text('ordering.line.all') },
              ...lines.map(({ documentId, name }) => ({ value: documentId, called: name })),
            ]}
            onChange={(value) => narrow('line', value)}
          />
        )}
        {type.kinds.length > 0 && (
          <Select
            label={text('ordering.kind')}
            value={kind ?? ALL}
            choices={[
              { value: ALL, called: text('ordering.kind.all') },
              ...type.kinds.map((one) => ({ value: one, called: one })),
            ]}
            onChange={(value) => narrow('kind', value)}
          />
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

/** Menu page that orders the entries of a type. */
export const OrderPage = () => {
  const text = useTexts();
  const title = text('ordering.title');
  return (
    <>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('ordering.hint')} />
        <Layouts.Content>
          <Loaded />
        </Layouts.Content>
      </Page.Main>
    </>
  );
};
