import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useNotification } from '@strapi/strapi/admin';
import type { Age } from '../age';
import { ChangesDialog } from './ChangesDialog';
import { useTexts } from './texts';
import { useAge } from './use-age';

const Notice = ({
  model,
  age: { source, since, fields },
  onConfirm,
}: {
  model: string;
  age: Age;
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
      toggleNotification({ type: 'danger', message: text('translation-age.failed') });
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={2} data-translation-age>
      <Typography textColor="warning700">
        {text('translation-age.since', {
          source: formatDisplayName(source, { type: 'language' }) ?? source,
          since: formatDate(since, { day: 'numeric', month: 'long', year: 'numeric' }),
        })}
      </Typography>
      <Button variant="secondary" fullWidth onClick={() => setIsOpen(true)}>
        {text('translation-age.compare')}
      </Button>
      <Button variant="tertiary" fullWidth onClick={() => void confirm()}>
        {text('translation-age.confirm')}
      </Button>
      {isOpen && <ChangesDialog model={model} fields={fields} onClose={() => setIsOpen(false)} />}
    </Flex>
  );
};

/** Shows that a translation is stale, the changes of its source, and a button that confirms it. */
export const AgePanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  const { age, confirm } = useAge({ model, documentId, locale: locale ?? undefined }, updatedAt);
  if (age === null) return null;
  return {
    title: text('translation-age.title'),
    content: <Notice model={model} age={age} onConfirm={confirm} />,
  };
};
