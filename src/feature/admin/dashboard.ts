import type { StrapiApp } from '@strapi/strapi/admin';

type Widget = Extract<Parameters<StrapiApp['widgets']['register']>[0], { id: string }>;

/** A list of open work, shown on the home page and in the to-do list. */
export type DashboardSection = Pick<Widget, 'id' | 'icon' | 'title' | 'component' | 'pluginId'> & {
  /** Users with one of these permissions see it. */
  permissions: readonly { action: string; subject?: string | null }[];
};

const sections: DashboardSection[] = [];

/** Registers the sections of all features, and adds them to the home page. */
export const registerDashboard = (
  app: StrapiApp,
  features: readonly { name: string; dashboard?: readonly DashboardSection[] }[],
): void => {
  for (const { name, dashboard = [] } of features) {
    for (const section of dashboard) {
      sections.push(section);
      app.widgets.register({
        pluginId: name,
        ...section,
        permissions: [...section.permissions],
      });
    }
  }
};

/** Returns the sections of all features. */
export const dashboardSections = (): readonly DashboardSection[] => sections;
