// A picture of the sea as a PNG, so that the example needs no files.

import { crc32, deflateSync } from 'node:zlib';

const [width, height] = [1600, 900];
const sun = { x: 1150, y: 280, radius: 110, color: [255, 246, 214] };

/** A PNG file of a sky, a sun and three waves. Colors are `[red, green, blue]`. */
export function drawSea({ sky, sea }) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) for (const part of colorAt(x, y, sky, sea)) rows[at++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue each.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function colorAt(x, y, sky, sea) {
  const waves = [450, 560, 690].filter(
    (base, at) => y > base + (20 + 10 * at) * Math.sin(x / (90 + 40 * at) + at),
  ).length;
  if (waves > 0) return sky.map((part, at) => Math.round(part + ((sea[at] - part) * (waves + 1)) / 4));
  return Math.hypot(x - sun.x, y - sun.y) < sun.radius ? sun.color : sky;
}

function chunk(name, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
