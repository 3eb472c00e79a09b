// Test cards: how each number or test payment method behaves. Only the last four digits of a number are stored.

export type Decline = { code: string; declineCode: string; message: string };
export type Card = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Set if charges to this card are declined. */
  decline: Decline | null;
  /** `pending`: refunds succeed a few seconds later; `failing`: they fail a few seconds later. */
  refunds: 'at-once' | 'pending' | 'failing';
};

const declined: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const lost: Decline = { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' };
const expired: Decline = { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' };
const badCvc: Decline = {
  code: 'incorrect_cvc',
  declineCode: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
};
const processingError: Decline = {
  code: 'processing_error',
  declineCode: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};

const declines: Record<string, Decline> = {
  '4000000000000002': declined,
  '4000000000009995': insufficientFunds,
  '4000000000009987': lost,
  '4000000000000069': expired,
  '4000000000000127': badCvc,
  '4000000000000119': processingError,
  '4000000000000341': declined,
};
const slowRefunds: Record<string, Card['refunds']> = { '4000000000007726': 'pending', '4000000000005126': 'failing' };
const methods: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
};

/** Whether the digits have a valid length and check digit (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The card with this valid number. Numbers that are not test cards are approved. */
export function cardByNumber(digits: string, expMonth = 12, expYear = 2034): Card {
  return {
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expMonth,
    expYear,
    decline: declines[digits] ?? null,
    refunds: slowRefunds[digits] ?? 'at-once',
  };
}

/** The card of one of Stripe's test payment methods, such as `pm_card_visa`; undefined for other IDs. */
export function cardByTestMethod(id: string): Card | undefined {
  const digits = Object.hasOwn(methods, id) ? methods[id] : undefined;
  return digits === undefined ? undefined : cardByNumber(digits);
}

function brandOf(digits: string): string {
  if (/^4/.test(digits)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^(6011|64[4-9]|65)/.test(digits)) return 'discover';
  if (/^(36|38|30[0-5])/.test(digits)) return 'diners';
  if (/^35/.test(digits)) return 'jcb';
  return /^62/.test(digits) ? 'unionpay' : 'unknown';
}
