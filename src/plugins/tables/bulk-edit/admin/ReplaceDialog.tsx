import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  Button,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Loader,
  Modal,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { useQueryParams, useRBAC } from '@strapi/strapi/admin';
import { useLanguage } from '../../../../feature/admin/texts';
import { useCandidates } from '../../../../feature/admin/use-candidates';
import type { Replaceable } from '../edit';
import { byLanguage, PlannedRows } from './PlannedRows';
import { SaveButtons } from './SaveButtons';
import { useTexts } from './texts';
import { useReplaceable, useReplacement } from './use-replacing';
import { useSaving } from './use-saving';

const PUBLISH = 'plugin::content-manager.explorer.publish';

const keyOf = ({ attribute, documentId }: Replaceable): string => `of:${attribute}:${documentId}`;

const Choice = ({
  model,
  documents,
  replaceable,
}: {
  model: string;
  documents: readonly string[];
  replaceable: readonly Replaceable[];
}) => {
  const text = useTexts();
  const language = useLanguage();
  const { formatNumber } = useIntl();
  // Preselects the entry by which the list is filtered.
  const [{ query }] = useQueryParams<{ question?: string }>();
  const meant = replaceable.find((one) => keyOf(one) === query.question) ?? replaceable[0];
  const [key, setKey] = useState(meant === undefined ? '' : keyOf(meant));
  const from = replaceable.find((one) => keyOf(one) === key);
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState('');
  const candidates = useCandidates(from?.target, typed);
  const rows = useReplacement(
    model,
    documents,
    from === undefined || to === ''
      ? null
      : { attribute: from.attribute, from: from.documentId, to },
  );
  const saving = useSaving(model);
  const planned = byLanguage(rows, saving);
  const { allowedActions } = useRBAC([{ action: PUBLISH, subject: model }]);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Field.Root name="from">
        <Field.Label>{text('bulk-edit.replace.from')}</Field.Label>
        <SingleSelect
          value={key}
          onChange={(value) => {
            setKey(String(value));
            setTo('');
          }}
        >
          {replaceable.map((one) => (
            <SingleSelectOption key={keyOf(one)} value={keyOf(one)}>
              {text('bulk-edit.replace.option', {
                label: one.label[language],
                name: one.name,
                count: formatNumber(one.count),
              })}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
      <Field.Root name="to">
        <Field.Label>{text('bulk-edit.replace.to')}</Field.Label>
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
          {candidates
            .filter(({ documentId }) => documentId !== from?.documentId)
            .map(({ documentId, name }) => (
              <ComboboxOption key={documentId} value={documentId}>
                {name}
              </ComboboxOption>
            ))}
        </Combobox>
      </Field.Root>
      {planned.length > 0 && (
        <>
          <PlannedRows planned={planned} saving={saving} />
          <SaveButtons
            planned={planned}
            saving={saving}
            mayPublish={allowedActions.canPublish === true}
          />
        </>
      )}
    </Flex>
  );
};

/** Replaces a referenced entry in all selected entries. */
export const ReplaceDialog = ({
  model,
  documents,
  onClose,
}: {
  model: string;
  documents: readonly string[];
  onClose: () => void;
}) => {
  const text = useTexts();
  const replaceable = useReplaceable(model, documents);
  return (
    <>
      <Modal.Body>
        {replaceable === undefined && <Loader />}
        {replaceable?.length === 0 && <Typography>{text('bulk-edit.replace.nothing')}</Typography>}
        {replaceable !== undefined && replaceable.length > 0 && (
          <Choice model={model} documents={documents} replaceable={replaceable} />
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
