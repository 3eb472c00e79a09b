// An e-invoice in UBL 2.1 (EN 16931-3-2), as XRechnung and Peppol exchange it. The order of the elements is that of its schema.

import { element, textElement as text, type Xml } from '../lib/write-xml.ts';
import type { Address } from '../settings/invoicing.ts';
import { checkXRechnung, type EInvoice, type ELine, type ETax, registrationOf } from './e-invoice.ts';

const standard = 'urn:cen.eu:en16931:2017';
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
const vat = element('cac:TaxScheme', text('cbc:ID', 'VAT'));

/** As the standard has it. */
export function writeUbl(invoice: EInvoice): string {
  return writeAs(invoice, [text('cbc:CustomizationID', standard)]);
}

/** As authorities in Germany accept it. Throws conflict for what they need and the invoice does not say. */
export function writeXRechnung(invoice: EInvoice): string {
  checkXRechnung(invoice);
  // BR-DE-14: a percentage for each tax.
  const taxes = invoice.taxes.map((tax) => ({ ...tax, percent: tax.percent ?? '0' }));
  return writeAs({ ...invoice, taxes }, [
    text('cbc:CustomizationID', `${standard}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`),
    text('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
  ]);
}

/** `profile`: by which rules it is written. */
function writeAs(invoice: EInvoice, profile: readonly Xml[]): string {
  const isNote = invoice.typeCode === '381';
  const root = isNote ? 'CreditNote' : 'Invoice';
  const { currency, seller, buyer, deliveryFrom, deliveryUntil } = invoice;
  const spaces = `xmlns="${ubl}:${root}-2" xmlns:cac="${ubl}:CommonAggregateComponents-2" xmlns:cbc="${ubl}:CommonBasicComponents-2"`;
  const body = [
    ...profile,
    text('cbc:ID', invoice.number),
    text('cbc:IssueDate', invoice.issueDay),
    !isNote && text('cbc:DueDate', invoice.dueDay),
    text(`cbc:${root}TypeCode`, invoice.typeCode),
    text('cbc:Note', invoice.note),
    text('cbc:DocumentCurrencyCode', currency.toUpperCase()),
    text('cbc:BuyerReference', buyer.reference),
    element('cac:InvoicePeriod', text('cbc:StartDate', deliveryFrom), text('cbc:EndDate', deliveryUntil)),
    element(
      'cac:BillingReference',
      element(
        'cac:InvoiceDocumentReference',
        text('cbc:ID', invoice.corrected?.number),
        text('cbc:IssueDate', invoice.corrected?.issueDay),
      ),
    ),
    element('cac:AccountingSupplierParty', writeSeller(invoice)),
    element('cac:AccountingCustomerParty', writeBuyer(invoice)),
    element(
      'cac:Delivery',
      text('cbc:ActualDeliveryDate', deliveryUntil ?? deliveryFrom),
      element('cac:DeliveryLocation', element('cac:Address', ...writeTown(buyer.address))),
    ),
    !!seller.iban &&
      element(
        'cac:PaymentMeans',
        text('cbc:PaymentMeansCode', currency === 'eur' ? '58' : '30'),
        text('cbc:PaymentID', invoice.number),
        element(
          'cac:PayeeFinancialAccount',
          text('cbc:ID', seller.iban.replace(/\s/g, '')),
          text('cbc:Name', seller.name),
          element('cac:FinancialInstitutionBranch', text('cbc:ID', seller.bic)),
        ),
      ),
    element(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', invoice.tax, currency),
      ...invoice.taxes.map((tax) => writeTax(tax, currency)),
    ),
    element(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', invoice.net, currency),
      amount('cbc:TaxExclusiveAmount', invoice.net, currency),
      amount('cbc:TaxInclusiveAmount', invoice.gross, currency),
      amount('cbc:PayableAmount', invoice.gross, currency),
    ),
    ...invoice.lines.map((line) => writeLine(line, currency, isNote)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(`${root} ${spaces}`, ...body)}\n`;
}

function amount(name: string, value: string, currency: string): Xml {
  return text(`${name} currencyID="${currency.toUpperCase()}"`, value);
}

function writeSeller({ seller, sellerVatId, sellerTaxNumber: taxNumber }: EInvoice): Xml {
  return element(
    'cac:Party',
    text('cbc:EndpointID schemeID="EM"', seller.email),
    element('cac:PostalAddress', ...writeAddress(seller.address)),
    element('cac:PartyTaxScheme', text('cbc:CompanyID', sellerVatId), sellerVatId !== null && vat),
    taxNumber
      ? element('cac:PartyTaxScheme', text('cbc:CompanyID', taxNumber), element('cac:TaxScheme', text('cbc:ID', 'FC')))
      : null,
    element(
      'cac:PartyLegalEntity',
      text('cbc:RegistrationName', seller.name),
      text('cbc:CompanyID', registrationOf(seller)),
    ),
    element(
      'cac:Contact',
      text('cbc:Name', seller.name),
      text('cbc:Telephone', seller.phone),
      text('cbc:ElectronicMail', seller.email),
    ),
  );
}

function writeBuyer({ buyer, buyerVatId }: EInvoice): Xml {
  return element(
    'cac:Party',
    text('cbc:EndpointID schemeID="EM"', buyer.email),
    element('cac:PostalAddress', ...writeAddress(buyer.address)),
    element('cac:PartyTaxScheme', text('cbc:CompanyID', buyerVatId), buyerVatId !== null && vat),
    element('cac:PartyLegalEntity', text('cbc:RegistrationName', buyer.name)),
  );
}

function writeAddress(address: Address = {}): Xml[] {
  return [
    text('cbc:StreetName', address.line1),
    text('cbc:AdditionalStreetName', address.line2),
    ...writeTown(address),
  ];
}

function writeTown(address: Address = {}): Xml[] {
  return [
    text('cbc:CityName', address.city),
    text('cbc:PostalZone', address.postalCode),
    text('cbc:CountrySubentity', address.region),
    writeCountry(address),
  ];
}

function writeCountry({ country }: Address = {}): Xml {
  return element('cac:Country', text('cbc:IdentificationCode', country?.toUpperCase()));
}

function writeTax({ category, percent, reason, reasonCode, base, tax }: ETax, currency: string): Xml {
  return element(
    'cac:TaxSubtotal',
    amount('cbc:TaxableAmount', base, currency),
    amount('cbc:TaxAmount', tax, currency),
    element(
      'cac:TaxCategory',
      text('cbc:ID', category),
      text('cbc:Percent', percent),
      text('cbc:TaxExemptionReasonCode', reasonCode),
      text('cbc:TaxExemptionReason', reason),
      vat,
    ),
  );
}

function writeLine(line: ELine, currency: string, isNote: boolean): Xml {
  const unit = `unitCode="${line.unitCode}"`;
  return element(
    isNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    text('cbc:ID', line.id),
    text(`cbc:${isNote ? 'Credited' : 'Invoiced'}Quantity ${unit}`, line.quantity),
    amount('cbc:LineExtensionAmount', line.net, currency),
    line.discount !== null &&
      element(
        'cac:AllowanceCharge',
        text('cbc:ChargeIndicator', 'false'),
        text('cbc:AllowanceChargeReason', 'Discount'),
        amount('cbc:Amount', line.discount, currency),
      ),
    element(
      'cac:Item',
      text('cbc:Name', line.description),
      element('cac:ClassifiedTaxCategory', text('cbc:ID', line.category), text('cbc:Percent', line.percent), vat),
    ),
    element(
      'cac:Price',
      amount('cbc:PriceAmount', line.price, currency),
      text(`cbc:BaseQuantity ${unit}`, line.baseQuantity),
    ),
  );
}
