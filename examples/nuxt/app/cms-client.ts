import { createClient } from 'education-cms-client';

export const cms = createClient({ baseUrl: 'http://localhost:1337/api' });
