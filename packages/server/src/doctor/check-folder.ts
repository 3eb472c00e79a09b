// The data folder: that it is there, closed to others, and has room.

import { accessSync, constants, statSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { dataEntries, dataPath, roomOn } from '../storage/data-folder.ts';
import { counted, type Finding, fault, ok, warning } from './findings.ts';

const folderCheck = 'data folder';
const diskCheck = 'disk';
const others = 0o077;
const fullBelow = 100e6;
const scarceBelow = 1e9;

/** Whether the folder is there, and can be used by this account alone. */
export function checkFolder({ dataFolder }: Config): Finding {
  const stat = statSync(dataFolder, { throwIfNoEntry: false });
  if (!stat)
    return warning(
      folderCheck,
      `${dataFolder} does not exist: the service creates it when it starts`,
      'If it should exist, run this in the folder of the service, or set --data or FRONTDESK_DATA',
    );
  if (!stat.isDirectory()) return fault(folderCheck, `${dataFolder} is not a folder`, 'Set FRONTDESK_DATA to a folder');
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK);
  } catch {
    return fault(
      folderCheck,
      `This account may not read and write ${dataFolder}`,
      'Run this as the account of the service, or give it the folder: chown -R',
    );
  }
  const open = Object.values(dataEntries).filter((name) => isOpen(`${dataFolder}/${name}`));
  if (open.length > 0)
    return warning(
      folderCheck,
      `Other accounts may read ${open.join(', ')} in ${dataFolder}`,
      'Start the service, which closes them, or run chmod -R go= on the folder',
    );
  return ok(folderCheck, dataFolder);
}

function isOpen(path: string): boolean {
  const stat = process.platform === 'win32' ? undefined : statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && (stat.mode & others) !== 0;
}

/** How much room is left where the data is. */
export function checkDisk(config: Config): Finding {
  const folder = statSync(config.dataFolder, { throwIfNoEntry: false }) ? config.dataFolder : '.';
  const { free, files } = roomOn(folder);
  const room = `${(free / 1e9).toFixed(1)} GB free`;
  const advice = 'Free some space, or move the data folder to a larger disk';
  if (files !== null && files < 1000)
    return fault(diskCheck, `The disk has room for ${counted(files, 'more file')} only`, advice);
  if (free < fullBelow) return fault(diskCheck, `The disk is almost full: ${room}`, advice);
  const database = statSync(dataPath(config.dataFolder, 'database'), { throwIfNoEntry: false })?.size ?? 0;
  if (free < scarceBelow || free < database) return warning(diskCheck, `The disk is getting full: ${room}`, advice);
  return ok(diskCheck, room);
}
