import type { Mode } from '@adire/contract/call.ts'
import { hourMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { areLimitsOn, lockAttempts, recordAttemptAtCommit } from '../auth/attempts.ts'
import {
  buildLimitKeys,
  type CardLimitKeys,
  declinedCardKey,
  type LimitedPayer,
  paidCardKey,
  toLimit,
} from './card-limit-keys.ts'
import {
  cardsOfPayer,
  countedSuccesses,
  declinesPerCard,
  declinesPerEmail,
  declinesPerPayer,
  declinesPerScope,
  declinesPerSuccess,
  maxCountedDeclines,
  scopeNames,
  scopeWindowMs,
} from './card-thresholds.ts'
import { countAttemptsUpTo } from './count-attempts.ts'
import { warnOfCardTesting } from './warn-of-card-testing.ts'

/**
 * Why a card must not be sent to a processor: a limit of declines is reached. 429 too_many_attempts, with retry-after. The merchant is
 * warned once a day, so the transaction must be committed. A card that is new within the payer's own limits counts as one of theirs.
 */
export async function findCardLimitError(
  context: Context,
  payment: LimitedPayer,
  number: string,
): Promise<Problem | undefined> {
  if (!areLimitsOn(context)) return undefined
  const keys = buildLimitKeys(context, payment, number)
  // Lock: cards that one payer submits at the same moment are counted one after the other.
  await lockAttempts(context.tx, [toLimit(keys.cards)])
  const [ofEmail = 0, ofPayer = 0, ofCard = 0, cards = 0, seen = 0, ...ofScopes] = await countAttemptsUpTo(context, [
    [declinedCardKey(keys.email), declinesPerEmail, hourMs],
    [declinedCardKey(keys.payer), declinesPerPayer, hourMs],
    [declinedCardKey(keys.card), declinesPerCard[context.mode], hourMs],
    [keys.cards, cardsOfPayer, hourMs],
    [keys.seen, 1, hourMs],
    ...scopeNames.map((name) => [declinedCardKey(keys.scopes[name]), maxCountedDeclines, scopeWindowMs] as const),
  ])
  const payerError = findPayerLimitError(context.mode, { ofEmail, ofPayer, ofCard, cards, seen })
  // Also while the page, network or business is limited.
  if (!payerError && seen === 0)
    await recordAttemptAtCommit(context.tx, [keys.cards, keys.seen].map(toLimit), context.realNow)
  const error = payerError ?? (await findScopeLimitError(context, keys, ofScopes))
  if (error) await warnOfCardTesting(context, payment)
  return error
}

function findPayerLimitError(
  mode: Mode,
  { ofEmail, ofPayer, ofCard, cards, seen }: Record<'ofEmail' | 'ofPayer' | 'ofCard' | 'cards' | 'seen', number>,
): Problem | undefined {
  if (ofEmail >= declinesPerEmail || ofPayer >= declinesPerPayer || ofCard >= declinesPerCard[mode])
    return tooMany('Too many card payments were declined. Pay another way, or try again in an hour', hourMs)
  if (seen === 0 && cards >= cardsOfPayer)
    return tooMany('Too many different cards were used. Pay another way, or try again in an hour', hourMs)
  return undefined
}

/** `declined`: declines of each scope, in the order of `scopeNames`. */
async function findScopeLimitError(
  context: Context,
  { scopes }: CardLimitKeys,
  declined: readonly number[],
): Promise<Problem | undefined> {
  const suspect = scopeNames.filter((name, index) => declined[index]! >= declinesPerScope[name])
  if (suspect.length === 0) return undefined
  const paid = await countAttemptsUpTo(
    context,
    scopeNames.map((name) => [paidCardKey(scopes[name]), countedSuccesses, scopeWindowMs]),
  )
  const isAttack = suspect.some((name) => {
    const index = scopeNames.indexOf(name)
    return declined[index]! > paid[index]! * declinesPerSuccess
  })
  return isAttack
    ? tooMany(
        'Card payments are paused here: too many cards were declined. Pay another way, or try again later',
        scopeWindowMs,
      )
    : undefined
}

const tooMany = (message: string, windowMs: number) =>
  new Problem(429, 'too_many_attempts', message, [], { 'retry-after': String(windowMs / 1000) })
