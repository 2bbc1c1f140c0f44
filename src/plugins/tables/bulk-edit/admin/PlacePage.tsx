import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Page, useRBAC } from '@strapi/strapi/admin';
import { Choice } from '../../../../platform/admin/Choice';
import { listAddress } from '../../../../platform/admin/form-address';
import { SubPage } from '../../../../platform/admin/SubPage';
import { useLanguage } from '../../../../feature/admin/texts';
import { MOST_ROWS, type ShownIn } from '../edit';
import { byLanguage, PlannedRows } from './PlannedRows';
import { EntrySelect } from './EntrySelect';
import { SaveButtons } from './SaveButtons';
import { useTexts } from './texts';
import { usePlacement, usePlaces } from './use-places';
import { useSaveChanges } from './use-save-changes';

const PUBLISH = 'plugin::content-manager.explorer.publish';

const keyOf = ({ uid, attribute }: ShownIn): string => `${uid} ${attribute}`;

/** Plans and saves one place. Each place writes its own entry type, so its state is separate. */
const Placement = ({
  model,
  documents,
  place,
}: {
  model: string;
  documents: readonly string[];
  place: ShownIn;
}) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const [to, setTo] = useState('');
  const saving = useSaveChanges(place.uid);
  const planned = byLanguage(usePlacement(model, documents, { place, to }), saving);
  const { allowedActions } = useRBAC([{ action: PUBLISH, subject: place.uid }]);
  return (
    <>
      <EntrySelect
        label={text('bulk-edit.place.which', {
          type: formatMessage({ id: place.type, defaultMessage: place.type }),
        })}
        target={place.chosen}
        value={to}
        isDisabled={saving.outcomes.size > 0}
        onChange={setTo}
      />
      {planned.length > 0 && (
        <>
          <SaveButtons
            planned={planned}
            saving={saving}
            mayPublish={allowedActions.canPublish === true}
          />
          <PlannedRows planned={planned} saving={saving} />
        </>
      )}
    </>
  );
};

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
  const calledOf = ({ uid, type, label }: ShownIn): string =>
    uid === model
      ? label[language]
      : text('bulk-edit.place.other', {
          type: formatMessage({ id: type, defaultMessage: type }),
          label: label[language],
        });
  if (place === undefined) return <Typography>{text('bulk-edit.place.nowhere')}</Typography>;
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
      <Placement key={key} model={model} documents={documents} place={place} />
    </Flex>
  );
};

/** Adds the selected entries to one chosen place. */
export const PlacePage = () => {
  const text = useTexts();
  const { model = '' } = useParams();
  const [query] = useSearchParams();
  const places = usePlaces(model);
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
