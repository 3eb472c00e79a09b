// Who else is editing: their initials, with their names and since when.

import type { Editor } from '@frontdesk/client';
import { Avatar, Tooltip } from '@mantine/core';
import { useMe } from '../../accounts/me.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './other-editors.module.css';

const shown = 3;
/** White initials can be read on each of them. */
const colors = ['indigo.8', 'teal.9', 'grape.8', 'pink.9'];

export function OtherEditors({ editors, size = 26 }: { editors: Editor[]; size?: number }) {
  const { user } = useMe();
  if (editors.length === 0) return null;
  const describe = ({ by, since }: Editor): string => {
    const name = by.id === user.id ? 'You, in another window' : (by.name ?? 'An API key');
    return `${name}: editing ${durationOf(since)}`;
  };
  const text = editors.map(describe).join(', ');
  return (
    <Tooltip label={text} multiline maw={320}>
      <span className={classes.group} role="img" aria-label={text}>
        {editors.slice(0, shown).map((editor) => (
          <Avatar
            key={`${editor.by.id} ${editor.since}`}
            size={size}
            name={editor.by.name ?? 'Key'}
            variant="filled"
            color={colorOf(editor)}
            aria-hidden
          />
        ))}
        {editors.length > shown && (
          <Avatar size={size} aria-hidden>
            +{editors.length - shown}
          </Avatar>
        )}
      </span>
    </Tooltip>
  );
}

/** The same for a person wherever they are shown. */
function colorOf({ by }: Editor): string {
  const sum = [...by.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return colors[sum % colors.length] as string;
}

/** "now", "for 3 minutes", "for 2 hours" */
function durationOf(since: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(since)) / 60_000);
  if (minutes < 1) return 'now';
  return `for ${minutes < 60 ? formatCount(minutes, 'minute') : formatCount(Math.floor(minutes / 60), 'hour')}`;
}
