import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';

type SubPageProps = {
  title: string;
  subtitle?: string | undefined;
  /** The parent page, if the page's address tells it. */
  back: { to: string; label: string } | undefined;
  children: ReactNode;
};

/** A page of the panel below another one. */
export const SubPage = ({ title, subtitle, back, children }: SubPageProps) => (
  <>
    <Page.Title>{title}</Page.Title>
    <Page.Main>
      <Layouts.Header
        title={title}
        subtitle={subtitle}
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
