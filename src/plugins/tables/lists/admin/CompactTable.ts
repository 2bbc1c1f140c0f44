import { createGlobalStyle } from 'styled-components';

/**
 * Has what stands above a list take as many lines as it needs: Strapi lets it grow beyond the edge, where its last button
 * is the one for the columns. Brings all columns of a list into sight on a narrow screen: Strapi's table leaves much room between them, and what
 * is cut off at the right is what says whether an entry is published.
 */
export const CompactTable = createGlobalStyle`
  div:has(> [data-list-question]) {
    flex-shrink: 1;
  }

  @media (max-width: 1600px) {
    main [role='grid'] tr > th,
    main [role='grid'] tr > td {
      padding-left: 0.5rem;
      padding-right: 0.5rem;
    }

    main [role='grid'] tr > th span {
      white-space: normal;
    }

    main [role='grid'] tr > td a {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      min-width: 14rem;
      max-width: 17.5rem;
      white-space: normal;
    }
  }
`;
