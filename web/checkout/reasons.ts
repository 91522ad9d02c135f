/** Failure messages for the payer, by failure code; the merchant sees the bank's own message. For a code that is not listed, the
 * server's message is shown. They are sent to the page as data. */
export const failureReasons: Readonly<Record<string, string>> = {
  authentication_failed: 'It was not confirmed: the code was wrong, or it was declined on the page of your bank.',
  authentication_required: 'Your bank wants you to confirm it. Pay again here.',
  declined_by_payer: 'You declined it on your phone.',
  do_not_honour: 'Your bank declined it without giving a reason. Only your bank can tell you why.',
  expired_card: 'This card has expired.',
  frequency_exceeded: 'This card has been used too often for now.',
  incorrect_cvv: 'The CVV was not right. It is the 3 digits on the back of the card.',
  incorrect_pin: 'The PIN was not right.',
  insufficient_funds: 'There is not enough money in the account.',
  invalid_card_number: 'Your bank does not know this card number.',
  issuer_unavailable: 'Your bank could not be reached.',
  limit_exceeded: 'The amount is above the limit of this card.',
  lost_card: 'Your bank declined it. Please ask your bank about this card.',
  not_permitted: 'Your bank does not allow this kind of payment with this card.',
  pin_tries_exceeded: 'The PIN was entered wrongly too often. Your bank has to unlock the card.',
  stolen_card: 'Your bank declined it. Please ask your bank about this card.',
  suspected_fraud: 'It was stopped for security reasons. Ask your bank, or pay another way.',
  system_malfunction: 'Your bank could not take the payment just now.',
  token_not_generated: 'Your bank could not send you a one-time code.',
}
