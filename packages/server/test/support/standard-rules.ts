// Rules of EN 16931 for invoices and credit notes in UBL, by their names in the standard, each with what breaks it.

import { SaxesParser } from 'saxes';

export type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string };

export function readXml(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    (open.at(-1) as Node).text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0] as Node;
}

/** The nodes at a path such as `TaxTotal/TaxSubtotal`; `*Line` is that of either document. */
export function find(node: Node, path: string): Node[] {
  return path.split('/').reduce(
    (nodes, step) =>
      nodes.flatMap(({ children }) =>
        children.filter(({ name }) => {
          const local = name.slice(4);
          return step === '*Line' ? /^(Invoice|CreditNote)Line$/.test(local) : local === step;
        }),
      ),
    [node],
  );
}

const textsAt = (node: Node, path: string): string[] => find(node, path).map(({ text }) => text.trim());
const textAt = (node: Node, path: string): string => textsAt(node, path)[0] ?? '';
const has = (node: Node, path: string): boolean => textAt(node, path) !== '';
const hasNode = (node: Node, path: string): boolean => find(node, path).length > 0;

/** In millionths, exactly. */
function exact(text: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6));
  return sign === '-' ? -size : size;
}
const sum = (texts: string[]): bigint => texts.map(exact).reduce((total, one) => total + one, 0n);
const unit = (invoice: Node): bigint => (textAt(invoice, 'DocumentCurrencyCode') === 'JPY' ? 1_000_000n : 10_000n);
const isNear = (a: bigint, b: bigint, within: bigint): boolean => a - b <= within && b - a <= within;

const lines = (invoice: Node): Node[] => find(invoice, '*Line');
const taxes = (invoice: Node): Node[] => find(invoice, 'TaxTotal/TaxSubtotal');
const seller = 'AccountingSupplierParty/Party';
const buyer = 'AccountingCustomerParty/Party';
const totals = 'LegalMonetaryTotal';
const vatId = (invoice: Node, party: string): boolean =>
  find(invoice, `${party}/PartyTaxScheme`).some(
    (one) => textAt(one, 'TaxScheme/ID') === 'VAT' && has(one, 'CompanyID'),
  );

/** Whether every one of these nodes meets it. */
const each = (path: string, meets: (node: Node, invoice: Node) => boolean) => (invoice: Node) =>
  find(invoice, path).every((node) => meets(node, invoice));

type Rule = { meets(invoice: Node): boolean; breakIt(invoice: Node): void };

/** Removes what is at the path. */
const without = (path: string) => (invoice: Node) => {
  const steps = path.split('/');
  const last = steps.pop() as string;
  const parents = steps.length === 0 ? [invoice] : find(invoice, steps.join('/'));
  for (const parent of parents)
    parent.children = parent.children.filter((child) => !find({ ...parent, children: [child] }, last).length);
};
const set = (path: string, text: string) => (invoice: Node) => {
  const [node] = find(invoice, path);
  if (node) node.text = text;
};
/** Does all of it. */
const both =
  (...breaks: ((invoice: Node) => void)[]) =>
  (invoice: Node): void => {
    for (const breakIt of breaks) breakIt(invoice);
  };
const needs = (path: string): Rule => ({ meets: (invoice) => has(invoice, path), breakIt: without(path) });
const eachNeeds = (path: string, member: string): Rule => ({
  meets: each(path, (node) => has(node, member)),
  breakIt: without(`${path}/${member}`),
});
const decimals = (path: string): Rule => ({
  meets: (invoice) => textsAt(invoice, path).every((text) => /^-?\d+(\.\d{1,2})?$/.test(text)),
  breakIt: set(path, '1.234'),
});
const equal = (path: string, worth: (invoice: Node) => bigint): Rule => ({
  meets: (invoice) => exact(textAt(invoice, path)) === worth(invoice),
  breakIt: set(path, '0.01'),
});

/** Of every document. */
export const rules: Record<string, Rule> = {
  'BR-01': needs('CustomizationID'),
  'BR-02': needs('ID'),
  'BR-03': needs('IssueDate'),
  'BR-04': {
    meets: (invoice) => has(invoice, 'InvoiceTypeCode') || has(invoice, 'CreditNoteTypeCode'),
    breakIt: both(without('InvoiceTypeCode'), without('CreditNoteTypeCode')),
  },
  'BR-05': needs('DocumentCurrencyCode'),
  'BR-06': needs(`${seller}/PartyLegalEntity/RegistrationName`),
  'BR-07': needs(`${buyer}/PartyLegalEntity/RegistrationName`),
  'BR-08': { meets: (one) => hasNode(one, `${seller}/PostalAddress`), breakIt: without(`${seller}/PostalAddress`) },
  'BR-09': needs(`${seller}/PostalAddress/Country/IdentificationCode`),
  'BR-10': { meets: (one) => hasNode(one, `${buyer}/PostalAddress`), breakIt: without(`${buyer}/PostalAddress`) },
  'BR-11': needs(`${buyer}/PostalAddress/Country/IdentificationCode`),
  'BR-12': needs(`${totals}/LineExtensionAmount`),
  'BR-13': needs(`${totals}/TaxExclusiveAmount`),
  'BR-14': needs(`${totals}/TaxInclusiveAmount`),
  'BR-15': needs(`${totals}/PayableAmount`),
  'BR-16': { meets: (invoice) => lines(invoice).length > 0, breakIt: without('*Line') },
  'BR-21': eachNeeds('*Line', 'ID'),
  'BR-22': {
    meets: each('*Line', (line) => has(line, 'InvoicedQuantity') || has(line, 'CreditedQuantity')),
    breakIt: both(without('*Line/InvoicedQuantity'), without('*Line/CreditedQuantity')),
  },
  'BR-23': {
    meets: each('*Line', (line) =>
      [...find(line, 'InvoicedQuantity'), ...find(line, 'CreditedQuantity')].every(
        ({ attributes }) => attributes.unitCode,
      ),
    ),
    breakIt: (invoice) => {
      for (const line of lines(invoice)) for (const { attributes } of line.children) delete attributes.unitCode;
    },
  },
  'BR-24': eachNeeds('*Line', 'LineExtensionAmount'),
  'BR-25': eachNeeds('*Line', 'Item/Name'),
  'BR-26': eachNeeds('*Line', 'Price/PriceAmount'),
  'BR-27': {
    meets: (invoice) => textsAt(invoice, '*Line/Price/PriceAmount').every((text) => exact(text) >= 0n),
    breakIt: set('*Line/Price/PriceAmount', '-1.00'),
  },
  'BR-29': {
    meets: each('InvoicePeriod', (one) => !has(one, 'EndDate') || textAt(one, 'EndDate') >= textAt(one, 'StartDate')),
    breakIt: set('InvoicePeriod/EndDate', '1999-01-01'),
  },
  'BR-41': eachNeeds('*Line/AllowanceCharge', 'Amount'),
  'BR-42': {
    meets: each(
      '*Line/AllowanceCharge',
      (one) => has(one, 'AllowanceChargeReason') || has(one, 'AllowanceChargeReasonCode'),
    ),
    breakIt: both(
      without('*Line/AllowanceCharge/AllowanceChargeReason'),
      without('*Line/AllowanceCharge/AllowanceChargeReasonCode'),
    ),
  },
  'BR-45': eachNeeds('TaxTotal/TaxSubtotal', 'TaxableAmount'),
  'BR-46': eachNeeds('TaxTotal/TaxSubtotal', 'TaxAmount'),
  'BR-47': eachNeeds('TaxTotal/TaxSubtotal', 'TaxCategory/ID'),
  'BR-48': {
    meets: each('TaxTotal/TaxSubtotal/TaxCategory', (one) => textAt(one, 'ID') === 'O' || has(one, 'Percent')),
    breakIt: without('TaxTotal/TaxSubtotal/TaxCategory/Percent'),
  },
  'BR-49': eachNeeds('PaymentMeans', 'PaymentMeansCode'),
  'BR-61': eachNeeds('PaymentMeans', 'PayeeFinancialAccount/ID'),
  'BR-55': eachNeeds('BillingReference/InvoiceDocumentReference', 'ID'),
  'BR-57': eachNeeds('Delivery/DeliveryLocation/Address', 'Country/IdentificationCode'),
  'BR-62': {
    meets: each(`${seller}/EndpointID`, ({ attributes }) => !!attributes.schemeID),
    breakIt: (invoice) => {
      for (const one of find(invoice, `${seller}/EndpointID`)) one.attributes = {};
    },
  },
  'BR-CO-04': eachNeeds('*Line', 'Item/ClassifiedTaxCategory/ID'),
  'BR-CO-09': {
    meets: (invoice) =>
      [seller, buyer].every((party) =>
        find(invoice, `${party}/PartyTaxScheme`).every(
          (one) => textAt(one, 'TaxScheme/ID') !== 'VAT' || /^[A-Z]{2}/.test(textAt(one, 'CompanyID')),
        ),
      ),
    breakIt: set(`${seller}/PartyTaxScheme/CompanyID`, '12'),
  },
  'BR-CO-10': equal(`${totals}/LineExtensionAmount`, (invoice) => sum(textsAt(invoice, '*Line/LineExtensionAmount'))),
  'BR-CO-13': equal(`${totals}/TaxExclusiveAmount`, (invoice) =>
    exact(textAt(invoice, `${totals}/LineExtensionAmount`)),
  ),
  'BR-CO-14': {
    meets: (one) => exact(textAt(one, 'TaxTotal/TaxAmount')) === sum(textsAt(one, 'TaxTotal/TaxSubtotal/TaxAmount')),
    breakIt: set('TaxTotal/TaxAmount', '-1.00'),
  },
  'BR-CO-15': equal(
    `${totals}/TaxInclusiveAmount`,
    (invoice) => exact(textAt(invoice, `${totals}/TaxExclusiveAmount`)) + exact(textAt(invoice, 'TaxTotal/TaxAmount')),
  ),
  'BR-CO-16': equal(`${totals}/PayableAmount`, (invoice) => exact(textAt(invoice, `${totals}/TaxInclusiveAmount`))),
  // The official check allows a whole euro, or yen. We are within a minor unit; a credit of a part, whose lines take back their shares of
  // the tax that was stored, within one more for each line.
  'BR-CO-17': {
    meets: (invoice) =>
      taxes(invoice).every((one) => {
        const worth = (exact(textAt(one, 'TaxableAmount')) * exact(textAt(one, 'TaxCategory/Percent'))) / 100_000_000n;
        const shares = invoice.name === 'CreditNote' ? BigInt(lines(invoice).length) : 0n;
        return isNear(exact(textAt(one, 'TaxAmount')), worth, (1n + shares) * unit(invoice));
      }),
    breakIt: set('TaxTotal/TaxSubtotal/TaxAmount', '9999999.00'),
  },
  'BR-CO-18': { meets: (invoice) => taxes(invoice).length > 0, breakIt: without('TaxTotal/TaxSubtotal') },
  'BR-CO-25': {
    meets: (one) =>
      one.name === 'CreditNote' || exact(textAt(one, `${totals}/PayableAmount`)) <= 0n || has(one, 'DueDate'),
    breakIt: without('DueDate'),
  },
  'BR-CO-26': {
    meets: (invoice) => vatId(invoice, seller) || has(invoice, `${seller}/PartyLegalEntity/CompanyID`),
    breakIt: both(without(`${seller}/PartyTaxScheme`), without(`${seller}/PartyLegalEntity/CompanyID`)),
  },
  'BR-DEC-09': decimals(`${totals}/LineExtensionAmount`),
  'BR-DEC-12': decimals(`${totals}/TaxExclusiveAmount`),
  'BR-DEC-13': decimals('TaxTotal/TaxAmount'),
  'BR-DEC-14': decimals(`${totals}/TaxInclusiveAmount`),
  'BR-DEC-18': decimals(`${totals}/PayableAmount`),
  'BR-DEC-19': decimals('TaxTotal/TaxSubtotal/TaxableAmount'),
  'BR-DEC-20': decimals('TaxTotal/TaxSubtotal/TaxAmount'),
  'BR-DEC-23': decimals('*Line/LineExtensionAmount'),
  'BR-DEC-24': decimals('*Line/AllowanceCharge/Amount'),
};

/** As the names of rules have it. */
const codes = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' } as const;
export type Category = keyof typeof codes;

/** Of a document with lines of this category. */
export function rulesOf(category: Category): Record<string, Rule> {
  const code = codes[category];
  const ofIt = (invoice: Node): Node[] => taxes(invoice).filter((one) => textAt(one, 'TaxCategory/ID') === category);
  const linesOfIt = (invoice: Node): Node[] =>
    lines(invoice).filter((one) => textAt(one, 'Item/ClassifiedTaxCategory/ID') === category);
  const reason = (one: Node): boolean =>
    has(one, 'TaxCategory/TaxExemptionReason') || has(one, 'TaxCategory/TaxExemptionReasonCode');
  const percent = 'Item/ClassifiedTaxCategory/Percent';
  const perRate = (invoice: Node, one: Node): boolean => {
    const rate = textAt(one, 'TaxCategory/Percent');
    const same = linesOfIt(invoice).filter((line) => exact(textAt(line, percent)) === exact(rate));
    return exact(textAt(one, 'TaxableAmount')) === sum(same.map((line) => textAt(line, 'LineExtensionAmount')));
  };
  const needsBuyer = category === 'AE' || category === 'K';
  return {
    [`BR-${code}-01`]: { meets: (invoice) => ofIt(invoice).length > 0, breakIt: without('TaxTotal/TaxSubtotal') },
    [`BR-${code}-02`]:
      category === 'O'
        ? {
            meets: (invoice) => !vatId(invoice, seller) && !vatId(invoice, buyer),
            breakIt: (invoice) => {
              const [party] = find(invoice, buyer);
              party?.children.push(
                ...readXml(
                  '<x><cac:PartyTaxScheme><cbc:CompanyID>ATU1</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme></x>',
                ).children,
              );
            },
          }
        : {
            meets: (invoice) => vatId(invoice, seller) && (!needsBuyer || vatId(invoice, buyer)),
            breakIt: without(`${needsBuyer ? buyer : seller}/PartyTaxScheme`),
          },
    [`BR-${code}-05`]: {
      meets: (invoice) =>
        linesOfIt(invoice).every((line) => {
          if (category === 'O') return !has(line, percent);
          return category === 'S' ? exact(textAt(line, percent)) > 0n : exact(textAt(line, percent)) === 0n;
        }),
      breakIt: (invoice) => {
        for (const line of lines(invoice)) {
          const [known] = find(line, percent);
          const name = 'cbc:Percent';
          if (known) known.text = category === 'S' ? '0' : '5';
          else
            find(line, 'Item/ClassifiedTaxCategory')[0]?.children.push({
              name,
              attributes: {},
              children: [],
              text: '5',
            });
        }
      },
    },
    [`BR-${code}-08`]: {
      meets: (invoice) => ofIt(invoice).every((one) => perRate(invoice, one)),
      breakIt: set('TaxTotal/TaxSubtotal/TaxableAmount', '0.01'),
    },
    [`BR-${code}-09`]: {
      meets: (invoice) =>
        ofIt(invoice).every((one) => category === 'S' || exact(textAt(one, 'TaxAmount')) === 0n) &&
        (category !== 'S' || rules['BR-CO-17']?.meets(invoice) === true),
      breakIt: set('TaxTotal/TaxSubtotal/TaxAmount', '9999999.00'),
    },
    [`BR-${code}-10`]:
      category === 'S' || category === 'Z'
        ? {
            meets: (invoice) => ofIt(invoice).every((one) => !reason(one)),
            breakIt: (invoice) => {
              const name = 'cbc:TaxExemptionReason';
              for (const one of find(invoice, 'TaxTotal/TaxSubtotal/TaxCategory'))
                one.children.push({ name, attributes: {}, children: [], text: 'Why not' });
            },
          }
        : {
            meets: (invoice) => ofIt(invoice).every(reason),
            breakIt: both(
              without('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason'),
              without('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode'),
            ),
          },
    ...(category === 'K' && {
      'BR-IC-11': {
        meets: (invoice: Node) => has(invoice, 'Delivery/ActualDeliveryDate') || hasNode(invoice, 'InvoicePeriod'),
        breakIt: both(without('Delivery'), without('InvoicePeriod')),
      },
      'BR-IC-12': needs('Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
    }),
    ...(category === 'O' && {
      'BR-O-11': {
        meets: (invoice: Node) => taxes(invoice).length === 1,
        breakIt: (invoice: Node) => find(invoice, 'TaxTotal')[0]?.children.push(...taxes(invoice)),
      },
      'BR-O-12': {
        meets: (invoice: Node) => linesOfIt(invoice).length === lines(invoice).length,
        breakIt: set('*Line/Item/ClassifiedTaxCategory/ID', 'S'),
      },
    }),
  };
}

/** The names of the rules that an invoice or credit note in UBL breaks. */
export function brokenRules(xml: string): string[] {
  const invoice = readXml(xml);
  const used = new Set(find(invoice, '*Line/Item/ClassifiedTaxCategory/ID').map(({ text }) => text as Category));
  const all = { ...rules, ...Object.assign({}, ...[...used].map(rulesOf)) } as typeof rules;
  return Object.entries(all).flatMap(([name, { meets }]) => (meets(invoice) ? [] : [name]));
}
