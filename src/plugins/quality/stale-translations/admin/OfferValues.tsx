import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification, useQueryParams } from '@strapi/strapi/admin';
import { NEW_FORM } from '../../../../feature/unsaved-forms';
import { useModalFocus } from '../../../../platform/admin/modal-focus';
import { ModalHeading } from '../../../../platform/admin/ModalHeading';
import type { DifferingVersion } from '../differences';
import { sharedNames, type Attributes } from '../form-model';
import { onSavedFields, recordChangedFields } from './saved-fields';
import { useFormatValue } from './use-format-value';
import { useTexts } from './texts';
import { useWriteVersion } from './use-write-version';

type Values = Readonly<Record<string, unknown>>;

type Query = { plugins?: { i18n?: { locale?: string } } };

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of languages in a list: “Spanish and Catalan”. */
const useLanguageNames = () => {
  const { formatDisplayName, formatList } = useIntl();
  const nameOf = (locale: string): string =>
    formatDisplayName(locale, { type: 'language' }) ?? locale;
  return {
    nameOf,
    namesOf: (versions: readonly DifferingVersion[]): string =>
      formatList(
        versions.map(({ locale }) => nameOf(locale)),
        { type: 'conjunction' },
      ),
  };
};

const Version = ({ version: { locale, fields } }: { version: DifferingVersion }) => {
  const text = useTexts();
  const { nameOf } = useLanguageNames();
  const show = useFormatValue();
  return (
    <Box data-offered={locale}>
      <Typography variant="sigma" tag="h3">
        {nameOf(locale)}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1} paddingTop={1}>
        {fields.map(({ path, label, before, after }) => (
          <Typography key={path} tag="li" style={{ overflowWrap: 'anywhere' }}>
            {text('stale-translations.offer.change', {
              field: label,
              before: show(before),
              after: show(after),
            })}
          </Typography>
        ))}
      </Flex>
    </Box>
  );
};

type OfferProps = {
  model: string;
  documentId: string;
  versions: readonly DifferingVersion[];
  onClose: () => void;
};

const Offer = ({ model, documentId, versions, onClose }: OfferProps) => {
  const text = useTexts();
  const write = useWriteVersion();
  const { toggleNotification } = useNotification();
  const { namesOf } = useLanguageNames();
  const { onFocus } = useModalFocus();
  const [isSaving, setIsSaving] = useState(false);
  const labels = new Set(versions.flatMap(({ fields }) => fields.map(({ label }) => label)));
  const [label = ''] = labels;

  /** Saves each version as its form would, with the user's permissions. */
  const accept = async (): Promise<void> => {
    setIsSaving(true);
    const saved: DifferingVersion[] = [];
    for (const version of versions) {
      if (await write({ model, documentId, ...version })) saved.push(version);
    }
    if (saved.length > 0) {
      toggleNotification({
        type: 'success',
        message: text('stale-translations.offer.saved', { languages: namesOf(saved) }),
      });
    }
    onClose();
  };

  return (
    <Modal.Root open onOpenChange={onClose}>
      <Modal.Content {...onFocus}>
        <ModalHeading>
          {text(
            labels.size === 1
              ? 'stale-translations.offer.title'
              : 'stale-translations.offer.title.many',
            { field: label, languages: namesOf(versions) },
          )}
        </ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-value-offer>
            {versions.map((version) => (
              <Version key={version.locale} version={version} />
            ))}
            <Typography textColor="neutral600">{text('stale-translations.offer.hint')}</Typography>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('stale-translations.offer.dismiss')}
          </Button>
          <Button loading={isSaving} onClick={() => void accept()}>
            {text('stale-translations.offer.accept')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};

/**
 * Offers to copy saved values to the versions in other languages, if these have others. It is
 * mounted in every edit view.
 */
export const OfferValues = () => {
  const { model, id, contentType } = useContentManagerContext();
  const { get } = useFetchClient();
  const [{ query }] = useQueryParams<Query>();
  const values = useForm('OfferValues', (form) => form.values as Values);
  const initial = useForm('OfferValues', (form) => form.initialValues as Values);
  const [versions, setVersions] = useState<readonly DifferingVersion[]>([]);
  const locale = query.plugins?.i18n?.locale ?? '';
  // A version that is saved for the first time has nothing that others lack.
  const isStored = id !== undefined && id !== NEW_FORM && initial.documentId !== undefined;
  const names = isStored
    ? sharedNames(model, (contentType?.attributes ?? {}) as Attributes).filter(
        (name) => !isSame(values[name], initial[name]),
      )
    : [];
  const named = names.join(' ');

  useEffect(
    () =>
      recordChangedFields({
        model,
        documentId: id ?? '',
        locale,
        names: named === '' ? [] : named.split(' '),
      }),
    [model, id, locale, named],
  );

  useEffect(
    () =>
      onSavedFields((saved) => {
        if (saved.model !== model || saved.documentId !== id || saved.locale !== locale) return;
        get<{ data: readonly DifferingVersion[] }>(
          `/stale-translations/${model}/${saved.documentId}/differences`,
          { params: { locale, fields: saved.names.join(',') } },
        ).then(
          ({ data }) => setVersions(data.data),
          // The entry is saved all the same, and a warning lists the differences.
          () => undefined,
        );
      }),
    [get, model, id, locale],
  );

  if (versions.length === 0 || id === undefined) return null;
  return (
    <Offer model={model} documentId={id} versions={versions} onClose={() => setVersions([])} />
  );
};
