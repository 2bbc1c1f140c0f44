import { z } from '@strapi/utils';
import { type Concern, postgresAddress, wholeNumber } from './concern';

export type DatabaseSettings = {
  url: string;
  pool: { min: number; max: number };
};

export const databaseSettings: Concern<DatabaseSettings> = () =>
  z
    .object({
      DATABASE_URL: postgresAddress,
      DATABASE_POOL_MIN: wholeNumber(0, 100).default(0),
      DATABASE_POOL_MAX: wholeNumber(2, 500).default(10),
    })
    .transform((env) => ({
      url: env.DATABASE_URL,
      pool: { min: env.DATABASE_POOL_MIN, max: env.DATABASE_POOL_MAX },
    }));
