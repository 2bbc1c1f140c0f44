import { Button, Flex, Typography } from '@strapi/design-system';
import { getPriceTools } from '#feature/admin/price-tools';
import type { CellText, PlannedRow } from '../edit';
import { useTexts } from './texts';

/** A text for a cell of a row, by the row's position. */
export type PlacedText = CellText & { row: number };

type Props = {
  model: string;
  planned: readonly PlannedRow[];
  isBusy: boolean;
  onWrite: (texts: readonly PlacedText[]) => void;
  onCompared: () => void;
};

/** Offers the ways out of prices that the provider does not charge, for all rows at once. */
export const UnchargedPrices = ({ model, planned, isBusy, onWrite, onCompared }: Props) => {
  const text = useTexts();
  const CreatePrices = getPriceTools()?.CreatePrices;
  const priceFixes = planned.flatMap(({ cells }, row) =>
    cells.flatMap(({ charged }) => (charged?.ways ? [{ row, ...charged.ways }] : [])),
  );
  if (priceFixes.length === 0) return null;
  const listPlacedTexts = (fixKind: 'take' | 'withhold'): PlacedText[] =>
    priceFixes.flatMap(({ row, [fixKind]: texts }) =>
      texts.map((cellText) => ({ row, ...cellText })),
    );
  const providerTexts = listPlacedTexts('take');
  const rows = new Set(priceFixes.map(({ row }) => row)).size;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} data-uncharged>
      <Typography role="status" textColor="danger700" fontWeight="semiBold">
        {text('bulk-edit.uncharged', { count: rows })}
      </Typography>
      <Flex gap={2} wrap="wrap">
        {providerTexts.length > 0 && (
          <Button
            variant="secondary"
            size="S"
            disabled={isBusy}
            onClick={() => onWrite(providerTexts)}
          >
            {text('bulk-edit.uncharged.take')}
          </Button>
        )}
        {CreatePrices !== undefined && (
          <CreatePrices
            model={model}
            rows={priceFixes.map(({ create }) => create)}
            onCompared={onCompared}
          />
        )}
        <Button
          variant="tertiary"
          size="S"
          disabled={isBusy}
          onClick={() => onWrite(listPlacedTexts('withhold'))}
        >
          {text('bulk-edit.uncharged.withhold')}
        </Button>
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text('bulk-edit.uncharged.hint')}
      </Typography>
    </Flex>
  );
};
