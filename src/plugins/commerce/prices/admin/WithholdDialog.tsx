import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, useNotification, useQueryParams } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

type WithholdDialogProps = {
  model: string;
  documentId: string | undefined;
  onClose: () => void;
  onWithheld: () => void;
};

type Version = { data: { status?: string } };

const LIST = '/content-manager/collection-types';

/**
 * Confirms that an entry is published without being sold. Checkout sells a product while one of its
 * published languages is on sale, so the other languages are taken off sale too.
 */
export const WithholdDialog = ({ model, documentId, onClose, onWithheld }: WithholdDialogProps) => {
  const text = useTexts();
  const { formatDisplayName } = useIntl();
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const { toggleNotification } = useNotification();
  const [{ query }] = useQueryParams<Query>();
  const [isBusy, setIsBusy] = useState(false);
  const own = query.plugins?.i18n?.locale;

  const { data: sales } = useLoaded<{ locales: readonly string[] }>(
    documentId === undefined ? null : `/prices/sales/${model}/${documentId}`,
  );
  const others = (sales?.locales ?? []).filter((locale) => locale !== own);
  const named = (locales: readonly string[]): string =>
    locales.map((code) => formatDisplayName(code, { type: 'language' }) ?? code).join(', ');

  /** Publishes one language without selling it; false if its draft has other changes. */
  const withhold = async (locale: string): Promise<boolean> => {
    const address = `${LIST}/${model}/${documentId ?? ''}`;
    const params = { locale };
    const { data } = await get<Version>(address, { params });
    if (data.data.status !== 'published') return false;
    await post(`${address}/actions/publish`, { isSoon: true }, { params });
    return true;
  };

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    const left: string[] = [];
    try {
      for (const locale of others) if (!(await withhold(locale))) left.push(locale);
      toggleNotification(
        left.length > 0
          ? { type: 'warning', message: text('prices.withhold.left', { languages: named(left) }) }
          : { type: 'success', message: text('prices.withhold.done') },
      );
      onWithheld();
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Dialog.Content>
        <Dialog.Header>{text('prices.ways.withhold')}</Dialog.Header>
        <Dialog.Body>
          <Flex direction="column" gap={3} data-withhold>
            <Typography textAlign="center">{text('prices.withhold.hint')}</Typography>
            {others.length > 0 && (
              <Typography textAlign="center">
                {text('prices.withhold.others', { languages: named(others) })}
              </Typography>
            )}
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth>
              {text('prices.cancel')}
            </Button>
          </Dialog.Cancel>
          <Button
            fullWidth
            loading={isBusy}
            disabled={documentId !== undefined && sales === undefined}
            onClick={() => void confirm()}
          >
            {text('prices.withhold.confirm')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
