// Uploads pictures to the service and requests sizes, in a process of its own, so that what this takes is not counted as
// time of the service. Other machines would do it: the service comes first on this one.

import { constants, setPriority } from 'node:os';
import { type LoadedService, loadMedia, makePictures } from '../packages/server/test/support/media-load.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const pictures = await makePictures();
process.once('message', async ({ count, ...service }: LoadedService & { count: number }) => {
  send(await loadMedia(service, { count, pictures }));
  process.disconnect?.();
});
send('ready');

function send(message: unknown): void {
  process.send?.(message);
}
