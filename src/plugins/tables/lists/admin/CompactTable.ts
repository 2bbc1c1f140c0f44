import { createGlobalStyle } from 'styled-components';

/**
 * Styles lists for narrow screens. The toolbar and the actions for selected entries wrap: Strapi's
 * would exceed the edge and hide the last button, or break the words within buttons. Table padding is
 * reduced: the cut-off column at the right would be the publication state.
 */
export const CompactTable = createGlobalStyle`
  div:has(> [data-list-bar]) {
    flex-shrink: 1;
  }

  main span + div:has(> button) {
    flex-wrap: wrap;

    > button {
      flex: none;
      white-space: nowrap;
    }
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
