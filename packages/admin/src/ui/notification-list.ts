// A file of its own, so that it can be loaded apart from what shows notifications.

export { Notifications } from '@mantine/notifications';
