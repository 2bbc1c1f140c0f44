import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import {
  Button,
  Dialog,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import type {
  HeaderActionComponent,
  HeaderActionProps,
} from '@strapi/content-manager/strapi-admin';
import {
  useAPIErrorHandler,
  useFetchClient,
  useForm,
  useNotification,
  useQueryParams,
} from '@strapi/strapi/admin';

type Query = { plugins?: { i18n?: { locale?: string } } };

type Meta = { availableLocales?: readonly { locale: string | null }[] };

/** Prefix of Strapi's own texts of this dialog. */
const TEXTS = 'i18n.CMEditViewCopyLocale';

const useText = () => {
  const { formatMessage } = useIntl();
  return (id: string): string => formatMessage({ id: `${TEXTS}.${id}` });
};

type Props = {
  /** Languages in which the entry exists. */
  locales: readonly string[];
  onFill: (locale: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the language from which the form is filled in; the only one is chosen already. */
const FillInDialog = ({ locales, onFill, onClose }: Props) => {
  const text = useText();
  const { formatDisplayName } = useIntl();
  const [first, second] = locales;
  const [locale, setLocale] = useState(second === undefined ? first : undefined);
  const [isPending, setIsPending] = useState(false);

  const fill = async (): Promise<void> => {
    if (locale === undefined) return;
    setIsPending(true);
    try {
      await onFill(locale);
      onClose();
    } finally {
      setIsPending(false);
    }
  };

  return (
    <>
      <Dialog.Body>
        <Flex direction="column" gap={3}>
          <WarningCircle width="24px" height="24px" fill="danger600" />
          <Typography textAlign="center">{text('dialog.body')}</Typography>
          <Field.Root width="100%" name="fill-in-from" required>
            <Field.Label>{text('dialog.field.label')}</Field.Label>
            <SingleSelect
              value={locale ?? null}
              placeholder={text('dialog.field.placeholder')}
              onChange={(value) => setLocale(String(value))}
            >
              {locales.map((code) => (
                <SingleSelectOption key={code} value={code}>
                  {formatDisplayName(code, { type: 'language' }) ?? code}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Flex>
      </Dialog.Body>
      <Dialog.Footer>
        <Flex gap={2} width="100%">
          <Button flex="auto" variant="tertiary" onClick={onClose} disabled={isPending}>
            {text('cancel-text')}
          </Button>
          <Button
            flex="auto"
            variant="success"
            onClick={() => void fill()}
            loading={isPending}
            disabled={isPending || locale === undefined}
          >
            {text('submit-text')}
          </Button>
        </Flex>
      </Dialog.Footer>
    </>
  );
};

/** Returns a function that fills the form from another language, and reports success or failure. */
const useFillIn = ({ model, documentId, collectionType }: HeaderActionProps) => {
  const text = useText();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatAPIError } = useAPIErrorHandler();
  const [{ query }] = useQueryParams<Query>();
  const setValues = useForm('FillIn', (form) => form.setValues);
  return async (sourceLocale: string): Promise<void> => {
    const targetLocale = query.plugins?.i18n?.locale;
    try {
      const { data } = await get<{ data?: object }>(
        `/i18n/content-manager/get-fill-from-locale/${model}`,
        { params: { documentId, sourceLocale, targetLocale, collectionType } },
      );
      if (data.data !== undefined) setValues(data.data);
      toggleNotification({ type: 'success', message: text('copy-success') });
    } catch (error) {
      toggleNotification({ type: 'danger', message: formatAPIError(error as never) });
    }
  };
};

/**
 * Replaces the dialog of Strapi's action that fills in the form from another language. Strapi's
 * button does nothing until a language is chosen, and does not say so.
 */
export const askForFillInLanguage = (
  actions: readonly HeaderActionComponent[],
): HeaderActionComponent[] =>
  actions.map((action) => {
    const Action: HeaderActionComponent = (props) => {
      const text = useText();
      const fillIn = useFillIn(props);
      const description = action(props);
      // Actions have no other names in the built panel.
      if (description?.label !== text('copy-text') || description.dialog === undefined)
        return description;
      const { availableLocales = [] } = (props.meta ?? {}) as Meta;
      const locales = availableLocales.flatMap(({ locale }) => locale ?? []);
      return {
        ...description,
        dialog: {
          ...description.dialog,
          // Strapi calls functions, although the type names elements only.
          content: (({ onClose }: { onClose: () => void }) => (
            <FillInDialog locales={[...new Set(locales)]} onFill={fillIn} onClose={onClose} />
          )) as unknown as ReactNode,
        },
      };
    };
    return Action;
  });
