// Marks a PDF that carries an e-invoice as Factur-X and ZUGFeRD want it (Factur-X 1.07, 6.2.2): by properties in its metadata, which the compiler
// does not write. They are added as an update at the end of the file (ISO 32000-1, 7.5.6), which leaves the rest as it is.

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const values = {
  DocumentType: ['INVOICE', 'The type of the document'],
  DocumentFileName: ['factur-x.xml', 'The name of the file with the invoice data'],
  Version: ['1.0', 'The version of the standard'],
  ConformanceLevel: ['EN 16931', 'The profile of the invoice data'],
} as const;

/** PDF/A wants each property declared that it does not know itself. */
const schema = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${Object.entries(
  values,
)
  .map(
    ([name, [, description]]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const properties = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">${Object.entries(values)
  .map(([name, [value]]) => `<fx:${name}>${value}</fx:${name}>`)
  .join('')}</rdf:Description>`;

/** The PDF with these properties. It must have a table of references, and metadata that are not compressed, as those of the compiler have. */
export function addFacturX(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  // Found from the end, as readers do: what people have entered may look like any of this.
  const [, previous = ''] = need(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text));
  const table = text.slice(Number(previous));
  const [, trailer = ''] = need(/trailer\s*<<([\s\S]*)>>\s*startxref/.exec(table));
  const [, rootId = ''] = need(/\/Root (\d+) 0 R/.exec(trailer));
  const [, id = ''] = need(/\/Metadata (\d+) 0 R/.exec(text.slice(placeOf(rootId, table))));
  const [packet] = need(/<\?xpacket begin[\s\S]*?<\?xpacket end="r"\?>/.exec(text.slice(placeOf(id, table))));
  const xmp = withProperties(Buffer.from(packet, 'latin1').toString());
  const length = Buffer.byteLength(xmp);
  const object = `\n${id} 0 obj\n<</Type /Metadata /Subtype /XML /Length ${length}>>\nstream\n${xmp}\nendstream\nendobj\n`;
  const body = Buffer.from(object);
  const place = `${pdf.length + 1}`.padStart(10, '0');
  const end = `xref\n${id} 1\n${place} 00000 n\r\ntrailer\n<<${trailer}\n  /Prev ${previous}\n>>\nstartxref\n${pdf.length + body.length}\n%%EOF\n`;
  return Buffer.concat([pdf, body, Buffer.from(end, 'latin1')]);
}

/** Where an object begins, by the table of references: after its head, one entry of 20 bytes for each object from 0 on. */
function placeOf(id: string, table: string): number {
  const [head] = need(/^xref\s+0 \d+\s+/.exec(table));
  return Number(table.slice(head.length + 20 * Number(id)).slice(0, 10));
}

function withProperties(xmp: string): string {
  const schemas = '<pdfaExtension:schemas><rdf:Bag>';
  const end = '</rdf:RDF>';
  if (!xmp.includes(schemas) || !xmp.includes(end)) throw new Error('The metadata of the PDF are not as they were');
  return xmp.replace(schemas, `${schemas}${schema}`).replace(end, `${properties}${end}`);
}

function need<Found>(found: Found | null): Found {
  if (found === null) throw new Error('The PDF is not written as it was');
  return found;
}
