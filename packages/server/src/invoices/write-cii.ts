// An e-invoice in UN/CEFACT Cross Industry Invoice D16B (EN 16931-3-3), as Factur-X and ZUGFeRD have it. The order of the elements
// is that of its schema.

import { element, textElement as text, type Xml } from '../lib/write-xml.ts';
import type { Address } from '../settings/invoicing.ts';
import { type EInvoice, type ELine, type ETax, registrationOf } from './e-invoice.ts';

const spaces = Object.entries({
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
})
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

export function writeCii(invoice: EInvoice): string {
  const { seller, buyer, sellerVatId, sellerTaxNumber, buyerVatId, deliveryFrom, deliveryUntil } = invoice;
  const body = [
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', 'urn:cen.eu:en16931:2017')),
    ),
    element(
      'rsm:ExchangedDocument',
      text('ram:ID', invoice.number),
      text('ram:TypeCode', invoice.typeCode),
      element('ram:IssueDateTime', day(invoice.issueDay)),
      element('ram:IncludedNote', text('ram:Content', invoice.note)),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map(writeLine),
      element(
        'ram:ApplicableHeaderTradeAgreement',
        text('ram:BuyerReference', buyer.reference),
        element(
          'ram:SellerTradeParty',
          text('ram:Name', seller.name),
          element('ram:SpecifiedLegalOrganization', text('ram:ID', registrationOf(seller))),
          element(
            'ram:DefinedTradeContact',
            text('ram:PersonName', seller.name),
            element('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', seller.phone)),
            element('ram:EmailURIUniversalCommunication', text('ram:URIID', seller.email)),
          ),
          ...writePlace(seller),
          registered('VA', sellerVatId),
          registered('FC', sellerTaxNumber),
        ),
        element(
          'ram:BuyerTradeParty',
          text('ram:Name', buyer.name),
          ...writePlace(buyer),
          registered('VA', buyerVatId),
        ),
      ),
      `<ram:ApplicableHeaderTradeDelivery>${[
        element(
          'ram:ShipToTradeParty',
          element('ram:PostalTradeAddress', text('ram:CountryID', buyer.address?.country?.toUpperCase())),
        ),
        element(
          'ram:ActualDeliverySupplyChainEvent',
          element('ram:OccurrenceDateTime', day(deliveryUntil ?? deliveryFrom)),
        ),
      ].join('')}</ram:ApplicableHeaderTradeDelivery>`,
      writeSettlement(invoice),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(`rsm:CrossIndustryInvoice ${spaces}`, ...body)}\n`;
}

function writeSettlement(invoice: EInvoice): Xml {
  const { seller, deliveryFrom, deliveryUntil, corrected } = invoice;
  const currency = invoice.currency.toUpperCase();
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    seller.iban ? text('ram:PaymentReference', invoice.number) : null,
    text('ram:InvoiceCurrencyCode', currency),
    seller.iban
      ? element(
          'ram:SpecifiedTradeSettlementPaymentMeans',
          text('ram:TypeCode', currency === 'EUR' ? '58' : '30'),
          element('ram:PayeePartyCreditorFinancialAccount', text('ram:IBANID', seller.iban.replace(/\s/g, ''))),
          element('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', seller.bic)),
        )
      : null,
    ...invoice.taxes.map(writeTax),
    element(
      'ram:BillingSpecifiedPeriod',
      element('ram:StartDateTime', day(deliveryFrom)),
      element('ram:EndDateTime', day(deliveryUntil)),
    ),
    element('ram:SpecifiedTradePaymentTerms', element('ram:DueDateDateTime', day(invoice.dueDay))),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      text('ram:LineTotalAmount', invoice.net),
      text('ram:TaxBasisTotalAmount', invoice.net),
      text(`ram:TaxTotalAmount currencyID="${currency}"`, invoice.tax),
      text('ram:GrandTotalAmount', invoice.gross),
      text('ram:DuePayableAmount', invoice.gross),
    ),
    corrected &&
      element(
        'ram:InvoiceReferencedDocument',
        text('ram:IssuerAssignedID', corrected.number),
        element('ram:FormattedIssueDateTime', day(corrected.issueDay, 'qdt')),
      ),
  );
}

function day(date: string | null, space = 'udt'): Xml {
  return text(`${space}:DateTimeString format="102"`, date?.replaceAll('-', ''));
}

function writePlace({ address = {}, email }: { address?: Address; email?: string }): Xml[] {
  return [
    element(
      'ram:PostalTradeAddress',
      text('ram:PostcodeCode', address.postalCode),
      text('ram:LineOne', address.line1),
      text('ram:LineTwo', address.line2),
      text('ram:CityName', address.city),
      text('ram:CountryID', address.country?.toUpperCase()),
      text('ram:CountrySubDivisionName', address.region),
    ),
    element('ram:URIUniversalCommunication', text('ram:URIID schemeID="EM"', email)),
  ];
}

function registered(scheme: string, id: string | null | undefined): Xml {
  return element('ram:SpecifiedTaxRegistration', text(`ram:ID schemeID="${scheme}"`, id));
}

function writeTax({ category, percent, reason, reasonCode, base, tax }: ETax): Xml {
  return element(
    'ram:ApplicableTradeTax',
    text('ram:CalculatedAmount', tax),
    text('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', reason),
    text('ram:BasisAmount', base),
    text('ram:CategoryCode', category),
    text('ram:ExemptionReasonCode', reasonCode),
    text('ram:RateApplicablePercent', percent),
  );
}

function writeLine(line: ELine): Xml {
  const unit = `unitCode="${line.unitCode}"`;
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', text('ram:LineID', line.id)),
    element('ram:SpecifiedTradeProduct', text('ram:Name', line.description)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        text('ram:ChargeAmount', line.price),
        text(`ram:BasisQuantity ${unit}`, line.baseQuantity),
      ),
    ),
    element('ram:SpecifiedLineTradeDelivery', text(`ram:BilledQuantity ${unit}`, line.quantity)),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element(
        'ram:ApplicableTradeTax',
        text('ram:TypeCode', 'VAT'),
        text('ram:CategoryCode', line.category),
        text('ram:RateApplicablePercent', line.percent),
      ),
      line.discount !== null &&
        element(
          'ram:SpecifiedTradeAllowanceCharge',
          element('ram:ChargeIndicator', text('udt:Indicator', 'false')),
          text('ram:ActualAmount', line.discount),
          text('ram:Reason', 'Discount'),
        ),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', line.net)),
    ),
  );
}
