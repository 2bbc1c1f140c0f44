import { Box } from '@strapi/design-system';

/** A small picture of an entry, or an empty box. */
export const SmallPicture = ({ address }: { address: string | null }) => (
  <Box width="4.8rem" height="3.2rem" background="neutral150" hasRadius overflow="hidden">
    {address !== null && (
      <img
        src={address}
        alt=""
        loading="lazy"
        draggable={false}
        style={{ width: '100%', height: '100%', objectFit: 'cover' }}
      />
    )}
  </Box>
);
