/** Why a payment failed, as a sentence for the payer, by failure code. The merchant sees the bank's own message. */
export const payerReasons = {
  authentication_failed: 'It was not confirmed: the code was wrong, or it was declined on the page of your bank.',
  authentication_required: 'Your bank wants you to confirm it. Pay again here.',
  declined_by_payer: 'You declined it on your phone.',
  do_not_honour: 'Your bank declined it without giving a reason. Only your bank can tell you why.',
  expired_card: 'This card has expired.',
  frequency_exceeded: 'This card has been used too many times. Try again later.',
  incorrect_cvv: 'The CVV is wrong. It is the 3 digits on the back of the card.',
  incorrect_pin: 'The PIN is wrong.',
  insufficient_funds: 'There is not enough money in the account.',
  invalid_card_number: 'Your bank does not recognise this card number.',
  issuer_unavailable: 'Your bank could not be reached.',
  limit_exceeded: 'The amount is above the limit of this card.',
  lost_card: 'Your bank declined it. Please ask your bank about this card.',
  not_permitted: 'Your bank does not allow this kind of payment with this card.',
  pin_tries_exceeded: 'A wrong PIN was entered too many times. Ask your bank to unblock the card.',
  stolen_card: 'Your bank declined it. Please ask your bank about this card.',
  suspected_fraud: 'It was stopped for security reasons. Ask your bank, or pay another way.',
  system_malfunction: 'Your bank could not take the payment just now.',
  token_not_generated: 'Your bank could not send you a one-time code.',
}

interface Failure {
  failureCode: string | null
  failureMessage: string | null
}

/** Sentences that belong on the page of the payment, where the payer can act on them. */
const ofPage: readonly string[] = ['authentication_required']

/**
 * Code of the sentence that tells a payer, away from the page of the payment, why a charge failed. Undefined when none does: a reason that
 * is about a card does not explain a failed debit of an account.
 */
export function findReason(
  failureCode: string | null,
  paidBy: 'card' | 'account',
): keyof typeof payerReasons | undefined {
  if (failureCode === null || ofPage.includes(failureCode) || !Object.hasOwn(payerReasons, failureCode))
    return undefined
  const code = failureCode as keyof typeof payerReasons
  return paidBy === 'card' || !/\bcard\b|CVV/.test(payerReasons[code]) ? code : undefined
}

/** Why a charge failed, as a sentence of an email to the payer. */
export function explainFailure({ failureCode, failureMessage }: Failure, paidBy: 'card' | 'account'): string {
  const code = findReason(failureCode, paidBy)
  return code ? payerReasons[code] : `${failureMessage ?? 'Your bank declined it'}.`
}
