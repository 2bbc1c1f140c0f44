import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useNotification } from '@strapi/strapi/admin';
import type { SourceChanges } from '../source-changes';
import { ChangesDialog } from './ChangesDialog';
import { useTexts } from './texts';
import { useSourceChanges } from './use-source-changes';

const Notice = ({
  model,
  changes: { source, since, fields },
  onConfirm,
}: {
  model: string;
  changes: SourceChanges;
  onConfirm: () => Promise<void>;
}) => {
  const text = useTexts();
  const { formatDate, formatDisplayName } = useIntl();
  const { toggleNotification } = useNotification();
  const [isOpen, setIsOpen] = useState(false);

  const confirm = async (): Promise<void> => {
    try {
      await onConfirm();
    } catch {
      toggleNotification({ type: 'danger', message: text('stale-translations.failed') });
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={2} data-stale-translations>
      <Typography textColor="warning700">
        {text('stale-translations.since', {
          source: formatDisplayName(source, { type: 'language' }) ?? source,
          since: formatDate(since, { day: 'numeric', month: 'long', year: 'numeric' }),
        })}
      </Typography>
      <Button variant="secondary" fullWidth onClick={() => setIsOpen(true)}>
        {text('stale-translations.compare')}
      </Button>
      <Button variant="tertiary" fullWidth onClick={() => void confirm()}>
        {text('stale-translations.confirm')}
      </Button>
      {isOpen && <ChangesDialog model={model} fields={fields} onClose={() => setIsOpen(false)} />}
    </Flex>
  );
};

/** Shows that a translation is stale, the changes of its source, and a button that confirms it. */
export const StaleTranslationPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  const { changes, confirm } = useSourceChanges(
    { model, documentId, locale: locale ?? undefined },
    updatedAt,
  );
  if (changes === null) return null;
  return {
    title: text('stale-translations.title'),
    content: <Notice model={model} changes={changes} onConfirm={confirm} />,
  };
};
