// AVIF files with several pictures in them, as cameras and programs write bursts, layers and thumbnails.

type Box = { type: string; body: Buffer };

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + bytes.readUInt32BE(at)),
    });
  return boxes;
}

function find(boxes: readonly Box[], type: string): Buffer {
  const found = boxes.find((box) => box.type === type);
  if (!found) throw new Error(`No ${type} box`);
  return found.body;
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([numbers(4, 8 + body.length), Buffer.from(type, 'latin1'), body]);
}

function numbers(bytes: 1 | 2 | 4, ...values: number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries()) buffer.writeUIntBE(value, index * bytes, bytes);
  return buffer;
}

/** One file of several AVIF pictures without transparency. `primary` is the index of the one that browsers show. */
export function joinAvif(pictures: readonly Buffer[], primary: number): Buffer<ArrayBuffer> {
  const parts = pictures.map((picture) => {
    const top = boxesIn(picture);
    const meta = boxesIn(find(top, 'meta').subarray(4));
    const properties = boxesIn(find(boxesIn(find(meta, 'iprp')), 'ipco'));
    return { data: find(top, 'mdat'), properties, hdlr: find(meta, 'hdlr') };
  });
  const ftyp = box('ftyp', find(boxesIn(pictures[0] as Buffer), 'ftyp'));
  const properties = parts.map((part) => part.properties);
  const metaFor = (dataAt: number): Buffer => {
    let at = dataAt;
    const places = parts.map(({ data }, index) => {
      const place = [numbers(2, index + 1, 0), numbers(4, 0), numbers(2, 1), numbers(4, at, data.length)];
      at += data.length;
      return Buffer.concat(place);
    });
    const items = parts.map((_, index) =>
      box('infe', numbers(4, 0x02000000), numbers(2, index + 1, 0), Buffer.from('av01\0')),
    );
    let property = 0;
    const uses = properties.map((own, index) => {
      const essential = own.map(({ type }) => ++property | (type === 'av1C' ? 0x80 : 0));
      return Buffer.concat([numbers(2, index + 1), numbers(1, own.length, ...essential)]);
    });
    return box(
      'meta',
      numbers(4, 0),
      box('hdlr', (parts[0] as (typeof parts)[number]).hdlr),
      box('pitm', numbers(4, 0), numbers(2, primary + 1)),
      box('iloc', numbers(4, 0), numbers(2, 0x4440, parts.length), ...places),
      box('iinf', numbers(4, 0), numbers(2, parts.length), ...items),
      box(
        'iprp',
        box('ipco', ...properties.flat().map(({ type, body }) => box(type, body))),
        box('ipma', numbers(4, 0, parts.length), ...uses),
      ),
    );
  };
  const dataAt = ftyp.length + metaFor(0).length + 8;
  return Buffer.concat([ftyp, metaFor(dataAt), box('mdat', ...parts.map(({ data }) => data))]);
}
