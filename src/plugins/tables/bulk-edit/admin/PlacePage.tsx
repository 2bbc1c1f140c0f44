import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import {
  Box,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { Page, useRBAC } from '@strapi/strapi/admin';
import { SubPage } from '../../../../platform/admin/SubPage';
import { useCandidates } from '../../../../feature/admin/use-candidates';
import { useLanguage } from '../../../../feature/admin/texts';
import { MOST_ROWS, type ShownIn } from '../edit';
import { listAddress } from './address';
import { byLanguage, PlannedRows } from './PlannedRows';
import { SaveButtons } from './SaveButtons';
import { useTexts } from './texts';
import { usePlacement, usePlaces } from './use-places';
import { useSaving } from './use-saving';

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
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState('');
  const candidates = useCandidates(place.chosen, typed);
  const saving = useSaving(place.uid);
  const planned = byLanguage(usePlacement(model, documents, { place, to }), saving);
  const { allowedActions } = useRBAC([{ action: PUBLISH, subject: place.uid }]);
  return (
    <>
      <Field.Root name="to">
        <Field.Label>
          {text('bulk-edit.place.which', {
            type: formatMessage({ id: place.type, defaultMessage: place.type }),
          })}
        </Field.Label>
        <Combobox
          autocomplete={{ type: 'list', filter: 'contains' }}
          placeholder={text('bulk-edit.replace.short')}
          value={to}
          disabled={saving.outcomes.size > 0}
          onInputChange={({ target }) => setTyped(target.value)}
          onChange={setTo}
          noOptionsMessage={() =>
            text(typed.trim().length < 2 ? 'bulk-edit.replace.short' : 'bulk-edit.replace.none')
          }
        >
          {candidates.map(({ documentId, name }) => (
            <ComboboxOption key={documentId} value={documentId}>
              {name}
            </ComboboxOption>
          ))}
        </Combobox>
      </Field.Root>
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
      <Field.Root name="where">
        <Field.Label>{text('bulk-edit.place.where')}</Field.Label>
        <SingleSelect value={key} onChange={(value) => setKey(String(value))}>
          {places.map((one) => (
            <SingleSelectOption key={keyOf(one)} value={keyOf(one)}>
              {calledOf(one)}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
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
