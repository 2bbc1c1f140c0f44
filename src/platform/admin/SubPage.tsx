import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';

type SubPageProps = {
  title: string;
  subtitle?: string | undefined;
  /** The parent page, if there is one and the page's address tells it. */
  back?: { to: string; label: string } | undefined;
  primaryAction?: ReactNode;
  children: ReactNode;
};

/** A page of the panel, with a link to its parent page if `back` names it. */
export const SubPage = ({ title, subtitle, back, primaryAction, children }: SubPageProps) => (
  <>
    <Page.Title>{title}</Page.Title>
    <Page.Main>
      <Layouts.Header
        title={title}
        subtitle={subtitle}
        primaryAction={primaryAction}
        navigationAction={
          back && (
            <Typography tag={Link} to={back.to} textColor="primary600">
              {back.label}
            </Typography>
          )
        }
      />
      <Layouts.Content>{children}</Layouts.Content>
    </Page.Main>
  </>
);
