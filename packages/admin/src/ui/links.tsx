// Router links that look like Mantine components; `to` and `params` are checked against the routes.

import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './data-table.module.css';

type Native = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>;

function RouterAnchor(props: AnchorProps & Native) {
  return <Anchor inherit underline="always" {...props} />;
}

function RouterButton(props: ButtonProps & Native) {
  return <Button component="a" {...props} />;
}

function RouterNavLink(props: NavLinkProps & Native) {
  return <NavLink component="a" {...props} />;
}

function RouterMenuItem(props: MenuItemProps & Native) {
  return <Menu.Item component="a" {...props} />;
}

function RouterRowAnchor({ className, ...props }: AnchorProps & Native) {
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
export const TextLink = createLink(RouterAnchor);
/** A link that looks like a button. */
export const ButtonLink = createLink(RouterButton);
/** An entry in a navigation menu; marks the current page. */
export const NavEntry = createLink(RouterNavLink);
/** An entry in a menu of links. */
export const MenuLink = createLink(RouterMenuItem);
/** The link in the first cell of a DataTable row. It covers the row, so that a click anywhere follows it. */
export const RowLink = createLink(RouterRowAnchor);
