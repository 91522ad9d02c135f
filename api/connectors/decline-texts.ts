import type { DeclineReason } from './response-codes.ts'

/** Words of processors' texts for declines. The first that fits decides; another text is a decline without a reason. */
const words: readonly [RegExp, DeclineReason][] = [
  [/insufficient/i, 'insufficient_funds'],
  [/expired card|card (has )?expired/i, 'expired_card'],
  [/incorrect pin|invalid pin/i, 'incorrect_pin'],
  [/pin tries/i, 'pin_tries_exceeded'],
  [/cvv|security code/i, 'incorrect_cvv'],
  [/stolen/i, 'stolen_card'],
  [/lost card/i, 'lost_card'],
  [/invalid card|card number|authorization code/i, 'invalid_card_number'],
  [/fraud|security/i, 'suspected_fraud'],
  [/frequency/i, 'frequency_exceeded'],
  [/limit/i, 'limit_exceeded'],
  [/not permitted|restricted/i, 'not_permitted'],
  [/inoperative|timeout|timed out|unavailable/i, 'issuer_unavailable'],
  [/authenticat|3d.?secure|otp/i, 'authentication_failed'],
  [/dormant|closed/i, 'account_closed'],
  [/invalid amount/i, 'invalid_amount'],
  [/invalid transaction/i, 'invalid_transaction'],
  [/declined by customer|cancel/i, 'declined_by_payer'],
]

export const toDeclineReason = (text: string | null | undefined): DeclineReason =>
  words.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? 'do_not_honour'
