import { useLanguageName, usePanelLocale } from '#platform/admin/named-languages';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import {
  useFetchClient,
  useForm,
  useNotification,
  adminApi,
  useAPIErrorHandler,
} from '@strapi/strapi/admin';
import { NEW_FORM } from '#feature/unsaved-forms';
import { createListeners } from '#platform/admin/listeners';
import { useModalFocus, ModalHeading } from '#platform/admin/ModalHeading';
import type { DifferingVersion, ShownValue } from '../stale-translations';
import { listSharedNames, type Attributes } from '../form-model';
import { useTexts } from './texts';
import { useTimeZone } from '#feature/admin/use-time-zone';
import {
  wrapSaves,
  type AboutDocument,
  type DocumentRequest,
} from '#platform/strapi/admin/requests';

/** Saved version of an entry, with the fields that the form has changed. */
type SavedFields = {
  model: string;
  documentId: string;
  locale: string;
  names: readonly string[];
};

/** Fields that differ from the stored version, by the entry of the open form. */
const changedValues = new Map<string, readonly string[]>();

/** Fields that a request saves. Afterwards, the form holds them as its stored version. */
const pending = new Map<string, readonly string[]>();

const saves = createListeners<[saved: SavedFields]>();

const WRITES: ReadonlySet<DocumentRequest> = new Set(['updateDocument', 'publishDocument']);

const buildVersionKey = (model: string, documentId = '', locale = ''): string =>
  [model, documentId, locale].join(' ');

const buildRequestKey = ({ model, documentId, params }: AboutDocument): string =>
  buildVersionKey(model, documentId, params?.locale);

/**
 * Records which fields of a form differ from the stored version.
 *
 * @returns a function that removes the record
 */
const recordChangedFields = ({ model, documentId, locale, names }: SavedFields): (() => void) => {
  const key = buildVersionKey(model, documentId, locale);
  changedValues.set(key, names);
  return () => changedValues.delete(key);
};

/** Reports the changed fields of every save to the listeners. Call it once. */
export const reportSavedFields = (): void =>
  wrapSaves({
    add: (document) => {
      const key = buildRequestKey(document);
      pending.set(key, changedValues.get(key) ?? []);
      return {};
    },
    saved: (document, _answer, request) => {
      const key = buildRequestKey(document);
      const names = pending.get(key) ?? [];
      pending.delete(key);
      const { model, documentId, params } = document;
      if (!WRITES.has(request) || names.length === 0) return;
      if (documentId === undefined || params?.locale === undefined) return;
      saves.notify({ model, documentId, locale: params.locale, names });
    },
    refused: (document) => {
      pending.delete(buildRequestKey(document));
    },
  });

/** Format of stored timestamps. */
const TIMESTAMP_FORMAT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Returns a function that formats values as the form does. */
const useFormatValue = (): ((value: ShownValue) => string) => {
  const text = useTexts();
  const intl = useIntl();
  const timeZone = useTimeZone() ?? 'UTC';
  return (value) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      return text('stale-translations.value.empty');
    }
    if (typeof value === 'boolean') {
      return text(value ? 'stale-translations.value.yes' : 'stale-translations.value.no');
    }
    if (typeof value === 'number') {
      const decimals = Number.isInteger(value) ? 0 : 2;
      return intl.formatNumber(value, { minimumFractionDigits: decimals });
    }
    if (typeof value === 'string') {
      return TIMESTAMP_FORMAT.test(value)
        ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', timeZone })
        : value;
    }
    return value.join(', ');
  };
};

type UpdatedVersion = Pick<DifferingVersion, 'locale' | 'version' | 'data'> & {
  model: string;
  documentId: string;
};

/**
 * Saves a version that no open form shows. The content manager's own mutation would count as a save
 * of the open form. The tag makes the panel read the entry again in every language.
 */
const { useWriteVersionMutation } = adminApi
  .enhanceEndpoints({ addTagTypes: ['Document'] })
  .injectEndpoints({
    endpoints: (builder) => ({
      writeVersion: builder.mutation<unknown, UpdatedVersion>({
        query: ({ model, documentId, locale, version, data }) => ({
          url: `/content-manager/collection-types/${model}/${documentId}`,
          method: 'PUT',
          data: { ...data, baseVersion: version },
          config: { params: { locale } },
        }),
        invalidatesTags: (_answer, _error, { model, documentId }) => [
          { type: 'Document', id: `${model}_${documentId}` },
        ],
      }),
    }),
  });

/** Returns a function that saves a version, and shows the error if it is refused. */
const useWriteVersion = (): ((written: UpdatedVersion) => Promise<boolean>) => {
  const [write] = useWriteVersionMutation();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatAPIError } = useAPIErrorHandler();
  return async (written) => {
    const answer = await write(written);
    if (!('error' in answer)) return true;
    toggleNotification({ type: 'danger', message: formatAPIError(answer.error) });
    return false;
  };
};

type Values = Readonly<Record<string, unknown>>;

const isSame = (first: unknown, other: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(other);

/** Returns the names of languages in a list: “Spanish and Catalan”. */
const useLanguageNames = () => {
  const { formatList } = useIntl();
  const nameOf = useLanguageName();
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
  const values = useForm('OfferValues', (form) => form.values as Values);
  const initial = useForm('OfferValues', (form) => form.initialValues as Values);
  const [versions, setVersions] = useState<readonly DifferingVersion[]>([]);
  const locale = usePanelLocale() ?? '';
  // A version that is saved for the first time has nothing that others lack.
  const isStored = id !== undefined && id !== NEW_FORM && initial.documentId !== undefined;
  const names = isStored
    ? listSharedNames(model, (contentType?.attributes ?? {}) as Attributes).filter(
        (name) => !isSame(values[name], initial[name]),
      )
    : [];
  const joinedNames = names.join(' ');

  useEffect(
    () =>
      recordChangedFields({
        model,
        documentId: id ?? '',
        locale,
        names: joinedNames === '' ? [] : joinedNames.split(' '),
      }),
    [model, id, locale, joinedNames],
  );

  useEffect(
    () =>
      saves.add((saved) => {
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
