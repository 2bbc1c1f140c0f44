/** Pictures of `<NuxtImg>`: docs/how-to/show-pictures.md. */
import { defineProvider } from '@nuxt/image/runtime';
import { pictureUrl } from 'education-cms-client';

export default defineProvider<{ modifiers?: { ratio?: '16:9' } }>({
  getImage: (src, { modifiers: { width = 960, ratio } }) => ({
    url: pictureUrl(src, Number(width), { baseUrl: 'https://cms.example.com/api', ratio }),
  }),
});
