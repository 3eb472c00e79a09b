// The schemas of the file scan.

import Type from 'typebox';
import { nullable, Time } from '../../http/schemas.ts';

export const FileScan = Type.Object(
  {
    scanner: nullable(
      Type.String({ description: 'The clamd that scans files, as `FRONTDESK_CLAMD` names it; null: none' }),
    ),
    reachable: Type.Boolean({ description: 'Whether it responded just now' }),
    version: nullable(Type.String({ description: 'What it says of itself; null if it did not respond' })),
    signaturesAt: nullable({ ...Time, description: 'From when its signatures are; null if that is not known' }),
    fault: nullable(Type.String({ description: 'Why it cannot be reached; null if it can' })),
    waitingFiles: Type.Integer({ description: 'Number of files that wait for their verdict' }),
    waitingSince: nullable({ ...Time, description: 'When the first of them arrived; null if none waits' }),
    infectedFiles: Type.Integer({ description: 'Number of files in which something was found' }),
    unscannableFiles: Type.Integer({ description: 'Number of files that the scanner cannot scan' }),
  },
  { title: 'FileScan', description: 'What scans the files of submissions, and the files in quarantine' },
);

export const ScannedFile = Type.Object(
  {
    id: Type.String({ description: 'ID of the file' }),
    quarantined: Type.Boolean({ description: 'Whether it is in quarantine now' }),
  },
  { title: 'ScannedFile', description: 'A file and whether it is in quarantine' },
);
