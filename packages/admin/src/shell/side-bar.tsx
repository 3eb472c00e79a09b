// The main navigation: the content types of this site and the screens that every site has.

import { Badge, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArticle, IconBox, IconFile, IconPhoto, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../accounts/me.ts';
import { background } from '../api/api.ts';
import { typesQuery } from '../api/types-query.ts';
import { NavEntry } from '../ui/links.tsx';
import { business, home, inbox, type Screen, settings } from './screens.tsx';
import classes from './shell.module.css';

export function SideBar() {
  const { may } = useMe();
  const isBelowTypes = useLocation({ select: ({ pathname }) => belowTypes.test(pathname) });
  return (
    <>
      <ul className={classes.list}>
        {may(inbox.scope) && <InboxEntry />}
        {may(home.scope) && <ScreenEntry screen={home} />}
      </ul>
      <h2 className={classes.group} id="nav-content">
        Content
      </h2>
      <ul className={classes.list} aria-labelledby="nav-content">
        <TypeEntries />
        <li>
          <NavEntry
            to="/media"
            label="Media"
            leftSection={<IconPhoto {...iconProps} />}
            className={classes.entry}
            activeProps={{ active: true }}
          />
        </li>
        <li>
          <NavEntry
            to="/types"
            label="Content types"
            leftSection={<IconStack2 {...iconProps} />}
            className={classes.entry}
            active={isBelowTypes}
            activeProps={{ active: true }}
          />
        </li>
      </ul>
      <h2 className={classes.group} id="nav-business">
        Business
      </h2>
      <ul className={classes.list} aria-labelledby="nav-business">
        {business
          .filter(({ scope }) => may(scope))
          .map((screen) => (
            <ScreenEntry key={screen.to} screen={screen} />
          ))}
      </ul>
      <ul className={classes.list} style={{ marginTop: 16 }}>
        <ScreenEntry screen={settings} />
      </ul>
    </>
  );
}

/** The screens that are reached from the content types, and lead back to them. */
const belowTypes = /^\/(tags|categories|authors|taxonomies)(\/|$)/;

const iconProps = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** How often the number of unread submissions is read. */
const unreadMs = 10_000;

function InboxEntry() {
  const { data } = useQuery({
    queryKey: ['inbox', 'unread'],
    queryFn: ({ signal }) => background.inbox.unread({ signal }),
    refetchInterval: unreadMs,
  });
  const unread = data?.unread ?? 0;
  const badge = unread > 0 && (
    <Badge size="sm" variant="filled">
      {unread > 999 ? '999+' : unread}
      <VisuallyHidden> unread</VisuallyHidden>
    </Badge>
  );
  return <ScreenEntry screen={inbox} right={badge} />;
}

function ScreenEntry({ screen: { to, label, Icon }, right }: { screen: Screen; right?: ReactNode }) {
  return (
    <li>
      <NavEntry
        to={to}
        label={label}
        leftSection={<Icon {...iconProps} />}
        rightSection={right}
        className={classes.entry}
        activeProps={{ active: true }}
        activeOptions={{ exact: to === '/' }}
      />
    </li>
  );
}

function TypeEntries() {
  const { data } = useQuery(typesQuery);
  if (!data)
    return [1, 2, 3].map((n) => (
      <li key={n} className={classes.entry}>
        <Skeleton component="span" display="inline-block" height={16} w="60%" />
      </li>
    ));
  return data.items.map((type) => {
    const Icon = icons[type.name] ?? IconBox;
    return (
      <li key={type.name}>
        <NavEntry
          to="/content/$type"
          params={{ type: type.name }}
          label={type.label}
          leftSection={<Icon {...iconProps} />}
          className={classes.entry}
          activeProps={{ active: true }}
        />
      </li>
    );
  });
}

const icons: Record<string, typeof IconBox> = { post: IconArticle, page: IconFile };
