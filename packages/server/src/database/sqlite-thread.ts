// Runs one statement that takes long, on a thread and a connection of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './sqlite-connection.ts';

const { file, statement } = workerData as { file: string; statement: string };
const connection = connect(file, { timeout: 60_000 });
try {
  connection.pragma('synchronous = FULL');
  connection.exec(statement);
} finally {
  connection.close();
}
parentPort?.postMessage('done');
