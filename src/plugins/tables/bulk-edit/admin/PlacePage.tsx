import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { Choice } from '../../../../platform/admin/Choice';
import { listAddress } from '../../../../platform/admin/form-address';
import { SubPage } from '../../../../platform/admin/SubPage';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { useLanguage } from '../../../../feature/admin/texts';
import { MOST_ROWS, type ShownIn } from '../edit';
import { ReferenceChange } from './ReferenceChange';
import { useTexts } from './texts';

const keyOf = ({ uid, attribute }: ShownIn): string => `${uid} ${attribute}`;

const Places = ({
  model,
  documents,
  places,
}: {
  model: string;
  documents: readonly string[];
  places: readonly ShownIn[];
}) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatMessage } = useIntl();
  const [key, setKey] = useState(places[0] === undefined ? '' : keyOf(places[0]));
  const place = places.find((one) => keyOf(one) === key);
  const typeOf = ({ type }: ShownIn): string => formatMessage({ id: type, defaultMessage: type });
  const calledOf = (one: ShownIn): string =>
    one.uid === model
      ? one.label[language]
      : text('bulk-edit.place.other', { type: typeOf(one), label: one.label[language] });
  if (place === undefined) return <Typography>{text('bulk-edit.place.nowhere')}</Typography>;
  const { uid, attribute } = place;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography data-selected={documents.length}>
        {text('bulk-edit.place.count', { count: documents.length })}
      </Typography>
      <Choice
        name="where"
        label={text('bulk-edit.place.where')}
        value={key}
        options={places.map((one) => ({ value: keyOf(one), label: calledOf(one) }))}
        onChange={setKey}
      />
      <ReferenceChange
        key={key}
        uid={uid}
        label={text('bulk-edit.place.which', { type: typeOf(place) })}
        target={place.chosen}
        address={`/bulk-edit/${model}/placement`}
        body={{ documents, at: { uid, attribute } }}
      />
    </Flex>
  );
};

/** Adds the selected entries to one chosen place. */
export const PlacePage = () => {
  const text = useTexts();
  const { model = '' } = useParams();
  const [query] = useSearchParams();
  const { data: places } = useLoaded<readonly ShownIn[]>(`/bulk-edit/${model}/places`);
  const documents = (query.get('documents') ?? '')
    .split(',')
    .filter((id) => id !== '')
    .slice(0, MOST_ROWS);
  return (
    <SubPage
      title={text('bulk-edit.place.title')}
      subtitle={text('bulk-edit.place.hint')}
      back={{ to: listAddress(model, query.get('locale')), label: text('bulk-edit.back') }}
    >
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        {places === undefined ? (
          <Page.Loading />
        ) : (
          <Places model={model} documents={documents} places={places} />
        )}
      </Box>
    </SubPage>
  );
};
