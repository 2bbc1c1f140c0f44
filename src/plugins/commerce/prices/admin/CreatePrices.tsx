import { useState } from 'react';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import type { CreatePricesProps } from '#feature/admin/price-tools';
import { useCreation, useMayCreate, usePriceText } from './provider';
import { useTexts } from './texts';

type FetchError = Parameters<ReturnType<typeof useAPIErrorHandler>['formatAPIError']>[0];

/** Creates the prices of a grid's rows at the provider, after a confirmation that lists them. */
export const CreatePrices = ({ model, rows, onCompared }: CreatePricesProps) => {
  const text = useTexts();
  const priceText = usePriceText();
  const create = useCreation(model);
  const mayCreate = useMayCreate();
  const { formatAPIError } = useAPIErrorHandler();
  const { toggleNotification } = useNotification();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (!mayCreate || rows.length === 0) return null;

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    let createdCount = 0;
    for (const { title, intervalCount, ...row } of rows) {
      try {
        await create({ ...row, name: title, intervalCount: intervalCount ?? 1 });
        createdCount += 1;
      } catch (error) {
        const reason = formatAPIError(error as FetchError);
        toggleNotification({ type: 'danger', message: `${title}: ${reason}` });
      }
    }
    if (createdCount > 0) {
      toggleNotification({
        type: 'success',
        message: text('prices.create.count', { count: createdCount }),
      });
    }
    setIsBusy(false);
    setIsOpen(false);
    onCompared();
  };

  return (
    <>
      <Button variant="secondary" size="S" onClick={() => setIsOpen(true)}>
        {text('prices.create.rows', { count: rows.length })}
      </Button>
      <Dialog.Root open={isOpen} onOpenChange={(open) => !isBusy && setIsOpen(open)}>
        <Dialog.Content>
          <Dialog.Header>{text('prices.create.rows', { count: rows.length })}</Dialog.Header>
          <Dialog.Body>
            <Flex tag="ul" direction="column" gap={1} maxHeight="24rem" overflow="auto">
              {rows.map((row) => (
                <Typography key={`${row.title} ${row.payID} ${row.currency}`} tag="li">
                  {`${row.title}: ${priceText(row)} (${row.account})`}
                </Typography>
              ))}
            </Flex>
          </Dialog.Body>
          <Dialog.Footer>
            <Dialog.Cancel>
              <Button variant="tertiary" fullWidth>
                {text('prices.cancel')}
              </Button>
            </Dialog.Cancel>
            <Button fullWidth loading={isBusy} onClick={() => void confirm()}>
              {text('prices.create.confirm')}
            </Button>
          </Dialog.Footer>
        </Dialog.Content>
      </Dialog.Root>
    </>
  );
};
