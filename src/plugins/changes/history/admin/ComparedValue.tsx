import { Box, Flex, Typography } from '@strapi/design-system';
import { labelAnywhere, nameOf } from '#feature/admin/labels';
import { colours, ComparedText } from '#platform/admin/ComparedText';
import { useFormatValue } from './describe';
import { useTexts } from './texts';

export type Picture = { id: number; name: string; thumbnail: string };

type SideProps = {
  /** Field of the value. */
  field: string;
  /** Value shown, and the value on the other side. */
  value: unknown;
  other: unknown;
  side: 'before' | 'after';
  pictures: ReadonlyMap<number, Picture>;
};

type Item = Readonly<Record<string, unknown>>;

const toItem = (value: unknown): Item | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Item)
    : undefined;

const isSame = (first: unknown, other: unknown): boolean =>
  JSON.stringify(first ?? null) === JSON.stringify(other ?? null);

const Media = ({ item, pictures }: { item: Item; pictures: SideProps['pictures'] }) => {
  const text = useTexts();
  const picture = pictures.get(Number(item.id));
  const name = String(item.name);
  return (
    <Flex gap={2}>
      {picture !== undefined && (
        <img src={picture.thumbnail} alt="" style={{ maxHeight: 48, maxWidth: 72 }} />
      )}
      <Typography>
        {picture === undefined ? text('history.compare.gone', { name }) : name}
      </Typography>
    </Flex>
  );
};

/** Shows one of two compared values: texts by words, lists by position, components by field. */
export const ComparedValue = ({ field, value, other, side, pictures }: SideProps) => {
  const text = useTexts();
  const formatValue = useFormatValue();
  const formatSide = (shownSide: unknown): unknown =>
    typeof shownSide === 'string' || typeof shownSide === 'number'
      ? formatValue(field, shownSide)
      : shownSide;
  const background = isSame(value, other) ? undefined : colours[side];
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? (other as unknown[]) : [];
    return (
      <Flex direction="column" alignItems="stretch" gap={2}>
        {value.map((inner: unknown, index) => (
          <Flex key={index} gap={2} alignItems="flex-start">
            <Typography textColor="neutral600">{index + 1}.</Typography>
            <Box grow={1} style={{ flex: 1, minWidth: 0 }}>
              <ComparedValue
                field={field}
                value={inner}
                other={others[index]}
                side={side}
                pictures={pictures}
              />
            </Box>
          </Flex>
        ))}
      </Flex>
    );
  }
  const item = toItem(value);
  if (item === undefined) {
    if (value === null || value === undefined || value === '') {
      return <Typography textColor="neutral500">{text('history.compare.empty')}</Typography>;
    }
    if (typeof value === 'boolean') {
      return (
        <Typography style={{ background }}>
          {text(value ? 'history.compare.yes' : 'history.compare.no')}
        </Typography>
      );
    }
    return <ComparedText value={formatSide(value)} other={formatSide(other)} side={side} />;
  }
  if ('documentId' in item) {
    return <Typography style={{ background }}>{String(item.title ?? item.documentId)}</Typography>;
  }
  if ('id' in item && 'name' in item) {
    return (
      <Box style={{ background }}>
        <Media item={item} pictures={pictures} />
      </Box>
    );
  }
  const { __component: component, ...fields } = item;
  const filled = Object.entries(fields).filter(([, inner]) => inner !== null && inner !== '');
  return (
    <Flex direction="column" alignItems="stretch" gap={1} padding={2} background="neutral100">
      {typeof component === 'string' && (
        <Typography variant="sigma" textColor="neutral600">
          {nameOf(component) ?? component}
        </Typography>
      )}
      {filled.map(([name, inner]) => (
        <Box key={name}>
          <Typography tag="p" variant="pi" textColor="neutral600">
            {labelAnywhere(name)}
          </Typography>
          <ComparedValue
            field={name}
            value={inner}
            other={toItem(other)?.[name]}
            side={side}
            pictures={pictures}
          />
        </Box>
      ))}
    </Flex>
  );
};
