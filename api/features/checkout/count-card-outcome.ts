import type { Context } from '../../context.ts'
import { areLimitsOn, recordAttemptAtCommit } from '../auth/attempts.ts'
import { buildLimitKeys, declinedCardKey, type LimitedPayer, paidCardKey, toLimit } from './card-limit-keys.ts'

/** Counts the outcome of a card payment: declined (by the issuer or by us) or paid. An open payment counts as neither. */
export async function countCardOutcome(
  context: Context,
  payment: LimitedPayer,
  number: string,
  isPaid: boolean,
): Promise<void> {
  if (!areLimitsOn(context)) return
  const keys = buildLimitKeys(context, payment, number)
  const scopes = Object.values(keys.scopes)
  const counted = isPaid ? scopes.map(paidCardKey) : [keys.email, keys.payer, keys.card, ...scopes].map(declinedCardKey)
  await recordAttemptAtCommit(context.tx, counted.map(toLimit), context.realNow)
}

/** `countCardOutcome` after a bank challenge, when the card number is no longer available. */
export async function countChallengeOutcome(context: Context, payment: LimitedPayer, isPaid: boolean): Promise<void> {
  if (!areLimitsOn(context)) return
  const { email, payer, scopes } = buildLimitKeys(context, payment, '')
  const names = Object.values(scopes)
  const counted = isPaid ? names.map(paidCardKey) : [email, payer, ...names].map(declinedCardKey)
  await recordAttemptAtCommit(context.tx, counted.map(toLimit), context.realNow)
}
