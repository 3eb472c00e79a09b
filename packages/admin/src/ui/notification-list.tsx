// The notifications that are shown.

import { Notifications } from '@mantine/notifications';
import classes from './notification-list.module.css';

export function NotificationList() {
  return <Notifications position="bottom-right" limit={4} className={classes.list} />;
}
