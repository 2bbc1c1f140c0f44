import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useQueryParams } from '@strapi/strapi/admin';
import { Choice } from '../../../../platform/admin/Choice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { useLanguage } from '../../../../feature/admin/texts';
import type { Replaceable } from '../edit';
import { ReferenceChange } from './ReferenceChange';
import { useTexts } from './texts';

const keyOf = ({ attribute, documentId }: Replaceable): string => `of:${attribute}:${documentId}`;

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
  const meant = replaceable.find((one) => keyOf(one) === query.question) ?? replaceable[0];
  const [key, setKey] = useState(meant === undefined ? '' : keyOf(meant));
  const from = replaceable.find((one) => keyOf(one) === key);
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

/** Replaces a referenced entry in all selected entries. */
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
