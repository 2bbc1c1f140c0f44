import { useLanguageName, usePanelLocale } from '#platform/admin/named-languages';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Typography, Grid, Modal } from '@strapi/design-system';
import type { PanelComponent, BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { useNotification, useFetchClient, useQueryParams } from '@strapi/strapi/admin';
import type { SourceChanges, Source, ChangedField } from '../stale-translations';
import { SourceTexts, StartFromSource } from './SourceTexts';
import { useTexts } from './texts';
import { useLoaded } from '#platform/admin/use-loaded';
import { labelOf } from '#feature/admin/labels';
import { useModalFocus, ModalHeading } from '#platform/admin/ModalHeading';
import { ComparedText } from '#platform/admin/ComparedText';
import { useNavigate } from 'react-router-dom';
import { Check } from '@strapi/icons';
import { useErrorNotice } from '#platform/admin/error-notice';

/** Returns all texts of a value, components included, one on each line. */
const joinTexts = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([name]) => name !== '__component')
    .map(([, inner]) => joinTexts(inner))
    .filter((text) => text !== '')
    .join('\n');
};

type Props = { model: string; fields: readonly ChangedField[]; onClose: () => void };

/** Compares each changed field of the source with its state at the time of the translation. */
const ChangesDialog = ({ model, fields, onClose }: Props) => {
  const text = useTexts();
  const { onFocus } = useModalFocus();
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content {...onFocus}>
        <ModalHeading>{text('stale-translations.compare')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            {fields.map(({ field, before, now }) => (
              <Flex key={field} direction="column" alignItems="stretch" gap={1}>
                <Typography variant="sigma" tag="h3">
                  {labelOf(model, field)}
                </Typography>
                <Grid.Root gap={4}>
                  <Grid.Item col={6} direction="column" alignItems="stretch">
                    <Typography textColor="neutral600">
                      {text('stale-translations.before')}
                    </Typography>
                    <ComparedText value={joinTexts(before)} other={joinTexts(now)} side="before" />
                  </Grid.Item>
                  <Grid.Item col={6} direction="column" alignItems="stretch">
                    <Typography textColor="neutral600">{text('stale-translations.now')}</Typography>
                    <ComparedText value={joinTexts(now)} other={joinTexts(before)} side="after" />
                  </Grid.Item>
                </Grid.Root>
              </Flex>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('stale-translations.close')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};

type Version = { model: string; documentId: string | undefined; locale: string | undefined };

/** Returns the source's changes since a translation; null if there are none or it is unknown. */
const useSourceChanges = (
  { model, documentId, locale }: Version,
  updatedAt: string | undefined,
): { changes: SourceChanges | null; confirm: () => Promise<void> } => {
  const { post } = useFetchClient();
  const address = `/stale-translations/${model}/${documentId ?? ''}`;
  const isKnown =
    model.startsWith('api::') &&
    documentId !== undefined &&
    locale !== undefined &&
    updatedAt !== undefined;

  const { data, isCurrent, setData } = useLoaded<SourceChanges | null>(isKnown ? address : null, {
    params: { locale },
    version: updatedAt,
    isOptional: true,
  });
  return {
    changes: isCurrent ? (data ?? null) : null,
    confirm: async (): Promise<void> => {
      await post(address, { locale });
      setData(null);
    },
  };
};

/**
 * Returns the source of a translation with its texts; null if the version is no translation.
 *
 * @param version the stored version; its source is read again when it changes
 */
const useSource = (
  model: string,
  documentId: string | undefined,
  locale: string | undefined,
  version: unknown,
): Source | null => {
  const isLocalizedEntry =
    model.startsWith('api::') && documentId !== undefined && locale !== undefined;
  const { data = null } = useLoaded<Source | null>(
    isLocalizedEntry ? `/stale-translations/${model}/${documentId}/source` : null,
    { params: { locale }, version, isOptional: true },
  );
  return data;
};

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
  const { formatDate } = useIntl();
  const languageOf = useLanguageName();
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
          source: languageOf(source),
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
  const panelLocale = usePanelLocale();
  const { locale: stored, updatedAt } = (document ?? {}) as {
    locale?: string | null;
    updatedAt?: string;
  };
  const locale = stored ?? panelLocale;
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

/** Returns whether a list filter selects stale translations. */
const isAbout = (question = ''): boolean =>
  question === 'older-translation' || question.startsWith('finding:TRANSLATION_OLDER');

/** Confirms all selected translations although their source has changed. */
export const ConfirmSelected: BulkActionComponent = ({ model, documents }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const [{ query }] = useQueryParams<{ question?: string }>();
  if (!isAbout(query.question)) return null;

  const confirm = async (): Promise<void> => {
    try {
      await post(`/stale-translations/${model}`, {
        documents: documents.map(({ documentId }) => documentId),
      });
      // The list's cached response is kept until the page reloads.
      navigate(0);
    } catch (error) {
      noticeError(error);
    }
  };

  return {
    label: text('stale-translations.confirm.all'),
    icon: <Check />,
    variant: 'tertiary',
    onClick: () => void confirm(),
  };
};
