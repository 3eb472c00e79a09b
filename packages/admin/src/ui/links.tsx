// Links of the router in the clothes of the components: `to` and `params` are checked against the routes.

import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './data-table.module.css';

type Native = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>;

function AnchorOfRouter(props: AnchorProps & Native) {
  return <Anchor inherit underline="always" {...props} />;
}

function ButtonOfRouter(props: ButtonProps & Native) {
  return <Button component="a" {...props} />;
}

function NavLinkOfRouter(props: NavLinkProps & Native) {
  return <NavLink component="a" {...props} />;
}

function RowAnchor({ className, ...props }: AnchorProps & Native) {
  return (
    <Anchor
      inherit
      fw={550}
      c="var(--mantine-color-text)"
      className={`${classes.rowLink} ${className ?? ''}`}
      {...props}
    />
  );
}

/** A link within text. */
export const TextLink = createLink(AnchorOfRouter);
/** A link that looks like a button. */
export const ButtonLink = createLink(ButtonOfRouter);
/** An entry of a navigation; marks itself as the current page. */
export const NavEntry = createLink(NavLinkOfRouter);
/** The link in the main cell of a DataTable's row: the whole row can be clicked, the keyboard finds this. */
export const RowLink = createLink(RowAnchor);
