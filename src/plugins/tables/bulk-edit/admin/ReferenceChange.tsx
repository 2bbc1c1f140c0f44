import { useState } from 'react';
import { Box, Typography, Button, Flex, Loader, Modal } from '@strapi/design-system';
import { useLanguage } from '#feature/admin/texts';
import { useLoaded } from '#platform/admin/use-loaded';
import { type PlannedRow, type Replaceable, MOST_ROWS, type ShownIn } from '../edit';
import { EntrySelect } from './EntrySelect';
import { OutcomeText, SaveButtons, useSaveChanges, type Saving } from './SaveButtons';
import { useTexts } from './texts';
import { useIntl } from 'react-intl';
import { useQueryParams, Page } from '@strapi/strapi/admin';
import { Choice } from '#platform/admin/Choice';
import { useParams, useSearchParams } from 'react-router-dom';
import { listAddress } from '#platform/admin/panel-addresses';
import { SubPage } from '#platform/admin/SubPage';

/** Returns rows with a key for each locale, without changes for those already saved. */
const byLanguage = (rows: readonly PlannedRow[], saving: Saving): PlannedRow[] =>
  rows.map((row): PlannedRow => {
    const rowKey = `${row.key} ${row.changes[0]?.locale ?? ''}`;
    const isDone = ['saved', 'published'].includes(saving.outcomes.get(rowKey)?.kind ?? '');
    return { ...row, key: rowKey, changes: isDone ? [] : row.changes };
  });

const PlannedRows = ({ planned, saving }: { planned: readonly PlannedRow[]; saving: Saving }) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <Box tag="ul" maxHeight="24rem" overflow="auto">
      {planned.map(({ key, title, cells, error }) => (
        <Box tag="li" key={`${key} ${title}`} paddingBottom={2} data-row={key}>
          <Typography tag="p" fontWeight="semiBold">
            {title}
          </Typography>
          {error === null ? (
            cells.map(({ before, after }) => (
              <Typography key={before} tag="p" variant="pi" textColor="neutral600">
                {text('bulk-edit.after', { before, after })}
              </Typography>
            ))
          ) : (
            <Typography tag="p" variant="pi" textColor="danger700">
              {error[language]}
            </Typography>
          )}
          <OutcomeText outcome={saving.outcomes.get(key)} />
        </Box>
      ))}
    </Box>
  );
};

type Props = {
  /** Type of the written entries. */
  uid: string;
  label: string;
  /** Type of the entry to choose, and an entry that is not offered. */
  target: string | undefined;
  except?: string | undefined;
  /** Request of the plan, which the chosen entry completes. */
  address: string;
  body: object;
};

/** Selects an entry, plans the references to it in a selection, and saves them. */
const ReferenceChange = ({ uid, label, target, except, address, body }: Props) => {
  const text = useTexts();
  const [to, setTo] = useState('');
  const saving = useSaveChanges(uid);
  const { data = [], isCurrent } = useLoaded<readonly PlannedRow[]>(to === '' ? null : address, {
    body: { ...body, to },
  });
  const planned = byLanguage(isCurrent ? data : [], saving);
  return (
    <>
      <EntrySelect
        name="to"
        label={label}
        short={text('bulk-edit.replace.short')}
        none={text('bulk-edit.replace.none')}
        target={target}
        except={except}
        value={to}
        isDisabled={saving.outcomes.size > 0}
        onChange={setTo}
      />
      {planned.length > 0 && (
        <>
          <SaveButtons model={uid} planned={planned} saving={saving} />
          <PlannedRows planned={planned} saving={saving} />
        </>
      )}
    </>
  );
};

const buildReferenceKey = ({ attribute, documentId }: Replaceable): string =>
  `of:${attribute}:${documentId}`;

type Selection = { model: string; documents: readonly string[] };

const Replacement = ({
  model,
  documents,
  replaceable,
}: Selection & { replaceable: readonly Replaceable[] }) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatNumber } = useIntl();
  // Preselects the entry by which the list is filtered.
  const [{ query }] = useQueryParams<{ question?: string }>();
  const meant =
    replaceable.find((item) => buildReferenceKey(item) === query.question) ?? replaceable[0];
  const [key, setKey] = useState(meant === undefined ? '' : buildReferenceKey(meant));
  const from = replaceable.find((item) => buildReferenceKey(item) === key);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Choice
        name="from"
        label={text('bulk-edit.replace.from')}
        value={key}
        options={replaceable.map((reference) => ({
          value: buildReferenceKey(reference),
          label: text('bulk-edit.replace.option', {
            label: reference.label[language],
            name: reference.name,
            count: formatNumber(reference.count),
          }),
        }))}
        onChange={setKey}
      />
      <ReferenceChange
        key={key}
        uid={model}
        label={text('bulk-edit.replace.to')}
        target={from?.target}
        except={from?.documentId}
        address={`/bulk-edit/${model}/replacement`}
        body={{ documents, attribute: from?.attribute, from: from?.documentId }}
      />
    </Flex>
  );
};

export const ReplaceDialog = ({
  model,
  documents,
  onClose,
}: Selection & { onClose: () => void }) => {
  const text = useTexts();
  const { data: replaceable } = useLoaded<readonly Replaceable[]>(
    `/bulk-edit/${model}/replaceable`,
    { body: { documents } },
  );
  return (
    <>
      <Modal.Body>
        {replaceable === undefined && <Loader />}
        {replaceable?.length === 0 && <Typography>{text('bulk-edit.replace.nothing')}</Typography>}
        {replaceable !== undefined && replaceable.length > 0 && (
          <Replacement model={model} documents={documents} replaceable={replaceable} />
        )}
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onClose}>
          {text('bulk-edit.cancel')}
        </Button>
      </Modal.Footer>
    </>
  );
};

const buildPlaceKey = ({ uid, attribute }: ShownIn): string => `${uid} ${attribute}`;

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
  const [key, setKey] = useState(places[0] === undefined ? '' : buildPlaceKey(places[0]));
  const place = places.find((item) => buildPlaceKey(item) === key);
  const typeOf = ({ type }: ShownIn): string => formatMessage({ id: type, defaultMessage: type });
  const labelOf = (item: ShownIn): string =>
    item.uid === model
      ? item.label[language]
      : text('bulk-edit.place.other', { type: typeOf(item), label: item.label[language] });
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
        options={places.map((option) => ({ value: buildPlaceKey(option), label: labelOf(option) }))}
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
