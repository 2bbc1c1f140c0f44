import { useLanguageName } from '#platform/admin/named-languages';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { Badge, Box, Button, Flex, Typography } from '@strapi/design-system';
import { useLanguage } from '#feature/admin/texts';
import {
  FILES,
  type Dismissal,
  type Group,
  groupAddress,
  PAYMENT_PRODUCTS,
  buildGroupFilter,
  type FixPage,
  WAITING,
} from '../content-quality';
import { getPanelLink } from '#feature/admin/panel';
import { mergeGroups, type MergedGroup } from './use-to-do-list';
import { DismissButton } from './Dismissals';
import { useTexts } from './texts';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';

/** Page size of the panel's lists, and the number of pages that a grid accepts as rows. */
const PAGE = 100;
const PAGES = 5;

type Page = { results: readonly { documentId: string }[]; pagination: { pageCount: number } };

/** Place where the entries of a group are fixed together. */
type FixPlace = 'table' | 'file' | FixPage;

/** Returns the place where a group is fixed; null if each entry is fixed in its form. */
const getFixPlace = ({ fix, isFixedInFile, fixPage }: Group): FixPlace | null => {
  if (fixPage !== null) return fixPage;
  if (isFixedInFile) return 'file';
  return fix === null ? null : 'table';
};

/** Returns the function that opens a place, or undefined where the service lacks its page. */
const linkTo = (
  fixPlace: FixPlace,
): ((group: Group, documents: readonly string[]) => string) | undefined => {
  if (fixPlace === 'publish') return () => WAITING;
  if (fixPlace === 'links') return getPanelLink('brokenLinks');
  if (fixPlace === 'site') return getPanelLink('sitePages');
  if (fixPlace === 'pictures') {
    const link = getPanelLink('undescribedPictures');
    return link && (({ locale }) => link(locale));
  }
  if (fixPlace === 'file') {
    const link = getPanelLink('exportList');
    return (
      link &&
      ((group) =>
        link(
          group.uid,
          new URLSearchParams({ question: buildGroupFilter(group) }).toString(),
          group.locale,
        ))
    );
  }
  if (fixPlace === 'places') {
    const link = getPanelLink('placement');
    return link && (({ uid, locale }, documents) => link({ uid, locale, documents }));
  }
  const link = getPanelLink('grid');
  return (
    link &&
    (({ uid, locale, fix }, documents) => {
      const fields = fix?.fields.flatMap((field) =>
        fix.locales.length === 0 ? [field] : fix.locales.map((code) => `${field}:${code}`),
      );
      return link({ uid, locale, documents, fields: fields ?? [] });
    })
  );
};

/** Returns the place that is offered for a group; null if there is none, or the service lacks its page. */
const fixPlaceOf = (group: Group): FixPlace | null => {
  const fixPlace = getFixPlace(group);
  return fixPlace === null || linkTo(fixPlace) === undefined ? null : fixPlace;
};

/** Returns a function that opens the place where a group is fixed. */
const useFix = (): ((group: Group) => Promise<void>) => {
  const { get } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();

  const findDocuments = async (group: Group): Promise<string[]> => {
    const { uid, locale } = group;
    const documents: string[] = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, PAGES); page += 1) {
      const { data } = await get<Page>(`/content-manager/collection-types/${uid}`, {
        params: {
          page,
          pageSize: PAGE,
          question: buildGroupFilter(group),
          ...(locale !== null && { locale }),
        },
      });
      documents.push(...data.results.map(({ documentId }) => documentId));
      pages = data.pagination.pageCount;
    }
    return documents;
  };

  return async (group) => {
    const fixPlace = getFixPlace(group);
    const link = fixPlace === null ? undefined : linkTo(fixPlace);
    if (link === undefined) return;
    const documents: string[] = [];
    if (fixPlace === 'table' || fixPlace === 'places') {
      try {
        documents.push(...(await findDocuments(group)));
      } catch (error) {
        noticeError(error);
        return;
      }
    }
    navigate(link(group, documents));
  };
};

type GroupLink = {
  to: string;
  label: string;
  count: number;
  fix?: { where: FixPlace; begin: () => void };
};

const GroupLinkRow = ({ to, label, count, fix }: GroupLink) => {
  const text = useTexts();
  const { formatNumber } = useIntl();
  return (
    <Flex gap={2}>
      <Typography tag={Link} to={to} textColor="primary600">
        {`${label}: ${formatNumber(count)}`}
      </Typography>
      {fix !== undefined && (
        <Button
          size="S"
          variant="tertiary"
          onClick={fix.begin}
          aria-label={text('content-quality.fix.of', {
            where: text(`content-quality.fix.${fix.where}`),
            label,
          })}
        >
          {text(`content-quality.fix.${fix.where}`)}
        </Button>
      )}
    </Flex>
  );
};

const useTypeName = (): ((group: Group) => string) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const languageOf = useLanguageName();
  return ({ uid, type, locale }) => {
    if (uid === FILES) return text('content-quality.files');
    const typeName = formatMessage({ id: type, defaultMessage: type });
    if (locale === null) return typeName;
    return text('content-quality.link', { type: typeName, language: languageOf(locale) });
  };
};

const Item = ({ code, title, count, groupLinks, onDismiss }: ItemProps) => {
  const { formatNumber } = useIntl();
  return (
    <Flex tag="li" gap={4} alignItems="flex-start" data-finding={code}>
      <Box width="5.6rem" shrink={0} style={{ textAlign: 'right' }}>
        <Badge>{formatNumber(count)}</Badge>
      </Box>
      <Flex direction="column" alignItems="flex-start" gap={1} minWidth="0">
        <Flex gap={2} wrap="wrap">
          <Typography fontWeight="semiBold">{title}</Typography>
          {onDismiss !== undefined && <DismissButton title={title} onDismiss={onDismiss} />}
        </Flex>
        <Flex gap={4} wrap="wrap">
          {groupLinks.map((groupLink) => (
            <GroupLinkRow key={groupLink.to} {...groupLink} />
          ))}
        </Flex>
      </Flex>
    </Flex>
  );
};

type ItemProps = {
  code: string;
  title: string;
  count: number;
  groupLinks: readonly GroupLink[];
  onDismiss?: (dismissal: Omit<Dismissal, 'by'>) => Promise<void>;
};

/** Lists findings, each with links to the lists of its entries. */
export const GroupList = ({
  heading,
  groups,
  missingPages = 0,
  unlinkedPaymentProducts = 0,
  most,
  canFix = false,
  onDismiss,
}: {
  heading?: string;
  groups: readonly Group[];
  missingPages?: number;
  unlinkedPaymentProducts?: number;
  /** Maximum number of items. */
  most?: number;
  /** Whether to show the buttons that fix many entries at once. */
  canFix?: boolean;
  /** Dismisses groups. Without it, no buttons to dismiss are shown. */
  onDismiss?: (groups: readonly Group[], dismissal: Omit<Dismissal, 'by'>) => Promise<void>;
}) => {
  const text = useTexts();
  const language = useLanguage();
  const typeNameOf = useTypeName();
  const fix = useFix();
  const buildItem = ({
    key,
    groups: mergedGroups,
    count,
  }: MergedGroup): ItemProps & { key: string } => ({
    key,
    code: mergedGroups[0]?.code ?? '',
    title: mergedGroups[0]?.title[language] ?? '',
    count,
    ...(onDismiss !== undefined &&
      mergedGroups.every(({ mayDismiss }) => mayDismiss) && {
        onDismiss: (dismissal: Omit<Dismissal, 'by'>) => onDismiss(mergedGroups, dismissal),
      }),
    groupLinks: mergedGroups.map((group, index) => {
      // Pages with all types and languages are offered once. Picture pages are offered for each
      // type.
      const isOffered =
        group.fixPage === null ||
        group.fixPage === 'places' ||
        group.fixPage === 'pictures' ||
        mergedGroups.findIndex(({ fixPage }) => fixPage === group.fixPage) === index;
      const where = canFix && isOffered ? fixPlaceOf(group) : null;
      return {
        to: groupAddress(group),
        label: typeNameOf(group),
        count: group.count,
        ...(where !== null && { fix: { where, begin: () => void fix(group) } }),
      };
    }),
  });
  const buildExtraItem = (
    code: string,
    title: string,
    groupLink: GroupLink,
  ): ItemProps & { key: string } => ({
    key: code,
    code,
    title,
    count: groupLink.count,
    groupLinks: [groupLink],
  });
  const besidesEntries = [
    buildExtraItem('PAGE_MISSING', text('content-quality.pages-missing'), {
      to: getPanelLink('sitePages')?.() ?? '/',
      label: text('content-quality.pages'),
      count: missingPages,
    }),
    buildExtraItem('SOLD_UNNAMED', text('content-quality.payment.hint'), {
      to: PAYMENT_PRODUCTS,
      label: text('content-quality.payment'),
      count: unlinkedPaymentProducts,
    }),
  ];
  const items = [
    ...besidesEntries.filter(({ count }) => count > 0),
    ...mergeGroups(groups).map(buildItem),
  ].slice(0, most);
  if (items.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {heading !== undefined && (
        <Typography tag="h2" variant="beta">
          {heading}
        </Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {items.map(({ key, ...item }) => (
          <Item key={key} {...item} />
        ))}
      </Flex>
    </Flex>
  );
};
