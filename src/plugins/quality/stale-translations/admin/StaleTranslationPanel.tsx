import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useNotification, useQueryParams } from '@strapi/strapi/admin';
import type { SourceChanges } from '../source-changes';
import { ChangesDialog } from './ChangesDialog';
import { SourceTexts } from './SourceTexts';
import { StartFromSource } from './StartFromSource';
import { useTexts } from './texts';
import { useSource } from './use-source';
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

type Query = { plugins?: { i18n?: { locale?: string } } };

/**
 * Shows the texts from which a version is translated, whether the translation is stale, the changes
 * of its source, and a button that confirms it.
 */
export const StaleTranslationPanel: PanelComponent = ({
  model,
  documentId,
  document,
  activeTab,
}) => {
  const text = useTexts();
  const [{ query }] = useQueryParams<Query>();
  const { locale: stored, updatedAt } = (document ?? {}) as {
    locale?: string | null;
    updatedAt?: string;
  };
  const locale = stored ?? query.plugins?.i18n?.locale;
  const { changes, confirm } = useSourceChanges(
    { model, documentId, locale: stored ?? undefined },
    updatedAt,
  );
  const source = useSource(model, documentId, locale, updatedAt);
  const isNew = updatedAt === undefined;
  if (activeTab === 'published' || (changes === null && source === null)) return null;
  return {
    title: text(changes === null ? 'stale-translations.translation' : 'stale-translations.title'),
    content: (
      <Flex direction="column" alignItems="stretch" gap={4} width="100%">
        {changes !== null && <Notice model={model} changes={changes} onConfirm={confirm} />}
        {source !== null && isNew && locale !== undefined && (
          <StartFromSource key={locale} source={source.locale} locale={locale} />
        )}
        {source !== null && <SourceTexts source={source} changes={changes?.fields ?? []} />}
      </Flex>
    ),
  };
};
