import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useQueryParams, useRBAC } from '@strapi/strapi/admin';
import { Choice } from '../../../../platform/admin/Choice';
import { useLanguage } from '../../../../feature/admin/texts';
import type { Replaceable } from '../edit';
import { byLanguage, PlannedRows } from './PlannedRows';
import { EntrySelect } from './EntrySelect';
import { SaveButtons } from './SaveButtons';
import { useTexts } from './texts';
import { useReplaceable, useReplacement } from './use-replacement';
import { useSaveChanges } from './use-save-changes';

const PUBLISH = 'plugin::content-manager.explorer.publish';

const keyOf = ({ attribute, documentId }: Replaceable): string => `of:${attribute}:${documentId}`;

const Replacement = ({
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
  const [to, setTo] = useState('');
  const rows = useReplacement(
    model,
    documents,
    from === undefined || to === ''
      ? null
      : { attribute: from.attribute, from: from.documentId, to },
  );
  const saving = useSaveChanges(model);
  const planned = byLanguage(rows, saving);
  const { allowedActions } = useRBAC([{ action: PUBLISH, subject: model }]);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Choice
        name="from"
        label={text('bulk-edit.replace.from')}
        value={key}
        options={replaceable.map((one) => ({
          value: keyOf(one),
          label: text('bulk-edit.replace.option', {
            label: one.label[language],
            name: one.name,
            count: formatNumber(one.count),
          }),
        }))}
        onChange={(value) => {
          setKey(value);
          setTo('');
        }}
      />
      <EntrySelect
        label={text('bulk-edit.replace.to')}
        target={from?.target}
        except={from?.documentId}
        value={to}
        isDisabled={saving.outcomes.size > 0}
        onChange={setTo}
      />
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
