import type { Mode } from '@adire/contract/call.ts'
import { gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import { areLimitsOn, consumeAttempt, lockAttempts, recordAttemptAtCommit, tooManyAttempts } from '../auth/attempts.ts'
import { rateLimitAttempts } from '../auth/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { raiseAlert } from '../risk/raise-alert.ts'

/**
 * Limits against card testing (trying stolen cards), which causes many declines in a short time. A payer and a card have a fixed
 * limit. A page, a merchant or an IP address can serve thousands of payers (a campus, a market, a mobile network behind one
 * address), so these are limited by their decline rate, at a rate that normal traffic never reaches: about a third of honest card
 * payments is declined.
 */
const declinesPerPayer = 10
const declinesPerCard = { LIVE: 10, TEST: 60 }
const cardsOfPayer = 10
const hourMs = 3_600_000

const scopeWindowMs = 10 * 60_000
/** Limit per scope in ten minutes: this many declines, and more than four for each success. */
const declinesPerScope = { address: 30, page: 60, business: 150 }
const declinesPerSuccess = 4
/** Counting stops here, which bounds the cost per payment of a busy merchant. */
const mostCountedDeclines = 2_000
const countedSuccesses = mostCountedDeclines / declinesPerSuccess

/** Limits of payment starts. Normal: up to one start per second from one IP address, a few per hour by one payer. */
const startsOfAddress = 600
const startsOfPayer = 30

type Payer = Pick<PaymentRecord, 'merchantId' | 'id' | 'customerEmail' | 'paymentLinkId' | 'invoiceId' | 'chargeId'>
type LimitScope = keyof typeof declinesPerScope
const scopeNames = Object.keys(declinesPerScope) as LimitScope[]

interface Keys {
  payer: string
  card: string
  cards: string
  seen: string
  scopes: Record<LimitScope, string>
}

/** Rate limit keys. Emails and card numbers are fingerprinted, so the attempts table does not reveal them. */
function buildLimitKeys({ vault, mode, origin }: Context, payment: Payer, number: string): Keys {
  const { merchantId, customerEmail } = payment
  const payer = vault.fingerprint(`${merchantId}/${customerEmail}`)
  // All merchants use the same test cards.
  const card = vault.fingerprint(mode === 'LIVE' ? `card/${number}` : `card/${merchantId}/${number}`)
  return {
    payer: `payer:${payer}`,
    card: `card:${card}`,
    cards: `cards:${payer}`,
    seen: `seen:${payer}:${card}`,
    scopes: {
      address: `address:${toNetwork(origin.ip ?? 'none')}`,
      page: `page:${payment.paymentLinkId ?? payment.invoiceId ?? payment.chargeId ?? merchantId}`,
      business: `business:${merchantId}`,
    },
  }
}

const declinedKey = (key: string) => `card-refused:${key}`
const paidKey = (key: string) => `card-paid:${key}`

/**
 * Why a card must not be sent to a processor: a limit of declines is reached. 429 too_many_attempts, with retry-after. The merchant is
 * warned once a day, so the transaction must be committed. A card that is new within the payer's own limits counts as one of theirs.
 */
export async function findCardLimitError(
  context: Context,
  payment: Payer,
  number: string,
): Promise<Problem | undefined> {
  if (!areLimitsOn(context)) return undefined
  const keys = buildLimitKeys(context, payment, number)
  // Lock: cards that one payer submits at the same moment are counted one after the other.
  await lockAttempts(context.tx, [toLimit(keys.cards)])
  const [ofPayer = 0, ofCard = 0, cards = 0, seen = 0, ...ofScopes] = await countUpTo(context, [
    [declinedKey(keys.payer), declinesPerPayer, hourMs],
    [declinedKey(keys.card), declinesPerCard[context.mode], hourMs],
    [keys.cards, cardsOfPayer, hourMs],
    [keys.seen, 1, hourMs],
    ...scopeNames.map((name) => [declinedKey(keys.scopes[name]), mostCountedDeclines, scopeWindowMs] as const),
  ])
  const payerError = findPayerLimitError(context.mode, { ofPayer, ofCard, cards, seen })
  // Also while the page, network or business is limited.
  if (!payerError && seen === 0)
    await recordAttemptAtCommit(context.tx, [keys.cards, keys.seen].map(toLimit), context.realNow)
  const error = payerError ?? (await findScopeLimitError(context, keys, ofScopes))
  if (error) await warnOfCardTesting(context, payment)
  return error
}

function findPayerLimitError(
  mode: Mode,
  { ofPayer, ofCard, cards, seen }: Record<'ofPayer' | 'ofCard' | 'cards' | 'seen', number>,
): Problem | undefined {
  if (ofPayer >= declinesPerPayer || ofCard >= declinesPerCard[mode])
    return tooMany('Too many card payments were refused. Pay another way, or try again in an hour', hourMs)
  if (seen === 0 && cards >= cardsOfPayer)
    return tooMany('Too many different cards were used. Pay another way, or try again in an hour', hourMs)
  return undefined
}

/** `declined`: declines of each scope, in the order of `scopeNames`. */
async function findScopeLimitError(
  context: Context,
  { scopes }: Keys,
  declined: readonly number[],
): Promise<Problem | undefined> {
  const suspect = scopeNames.filter((name, index) => declined[index]! >= declinesPerScope[name])
  if (suspect.length === 0) return undefined
  const paid = await countUpTo(
    context,
    scopeNames.map((name) => [paidKey(scopes[name]), countedSuccesses, scopeWindowMs]),
  )
  const isAttack = suspect.some((name) => {
    const index = scopeNames.indexOf(name)
    return declined[index]! > paid[index]! * declinesPerSuccess
  })
  return isAttack
    ? tooMany(
        'Card payments are paused here: too many cards were refused. Pay another way, or try again later',
        scopeWindowMs,
      )
    : undefined
}

async function warnOfCardTesting(context: Context, payment: Payer): Promise<void> {
  await warnOnceADay(context, payment.merchantId)
  await raiseAlert(context, payment, {
    kind: 'card_testing',
    sourceId: null,
    title: 'Too many declined cards',
    subject: { key: 'cards', label: 'Card payments of the business' },
    isStopped: true,
  })
}

const tooMany = (message: string, windowMs: number) =>
  new Problem(429, 'too_many_attempts', message, [], { 'retry-after': String(windowMs / 1000) })

/** Counts the outcome of a card payment: declined (by the issuer or by us) or paid. An open payment counts as neither. */
export async function countCardOutcome(
  context: Context,
  payment: Payer,
  number: string,
  isPaid: boolean,
): Promise<void> {
  if (!areLimitsOn(context)) return
  const keys = buildLimitKeys(context, payment, number)
  const scopes = Object.values(keys.scopes)
  const counted = isPaid ? scopes.map(paidKey) : [keys.payer, keys.card, ...scopes].map(declinedKey)
  await recordAttemptAtCommit(context.tx, counted.map(toLimit), context.realNow)
}

/** `countCardOutcome` after a bank challenge, when the card number is no longer available. */
export async function countChallengeOutcome(context: Context, payment: Payer, isPaid: boolean): Promise<void> {
  if (!areLimitsOn(context)) return
  const { payer, scopes } = buildLimitKeys(context, payment, '')
  const names = Object.values(scopes)
  const counted = isPaid ? names.map(paidKey) : [payer, ...names].map(declinedKey)
  await recordAttemptAtCommit(context.tx, counted.map(toLimit), context.realNow)
}

/**
 * Counts a payment started in the payer's browser.
 * @throws 429 too_many_attempts
 */
export async function requireStarts(context: Context, payment: Omit<Payer, 'id'>): Promise<void> {
  const { tx, realNow, origin, vault } = context
  if (!areLimitsOn(context) || origin.ip === null) return
  const page = payment.paymentLinkId ?? payment.invoiceId ?? payment.chargeId
  const ofPayer = { key: `start:${vault.fingerprint(`${page}/${payment.customerEmail}`)}`, most: startsOfPayer }
  const ofAddress = { key: `start:address:${toNetwork(origin.ip)}`, most: startsOfAddress }
  const [byPayer, byAddress] = await countUpTo(context, [
    [ofPayer.key, ofPayer.most, hourMs],
    [ofAddress.key, ofAddress.most, scopeWindowMs],
  ])
  if (byPayer! >= ofPayer.most) throw tooManyAttempts(hourMs)
  if (byAddress! >= ofAddress.most) throw tooManyAttempts(scopeWindowMs)
  await recordAttemptAtCommit(tx, [ofPayer, ofAddress], realNow)
}

const toLimit = (key: string) => ({ key, most: 0 })

type CountedKey = readonly [key: string, most: number, withinMs: number]

/** Number of attempts of each key within its last `withinMs`, each capped at the limit given with the key. */
async function countUpTo({ tx, realNow }: Context, keyLimits: readonly CountedKey[]): Promise<number[]> {
  const counts = keyLimits.map(([key, most, withinMs]) => {
    const since = new Date(realNow.getTime() - withinMs)
    return sql`(select count(*)::int from (
      select from ${rateLimitAttempts} where ${rateLimitAttempts.key} = ${key} and ${gt(rateLimitAttempts.at, since)} limit ${most}) as counted)`
  })
  const { rows } = await tx.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`)
  return rows[0]!.counts
}

const dayMs = 24 * hourMs

async function warnOnceADay(context: Context, merchantId: string): Promise<void> {
  const once = { key: `day:card-warning:${merchantId}`, most: 1 }
  try {
    await consumeAttempt(context.tx, [once], context.realNow, dayMs)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await sendNotification(context, merchantId, {
    kind: 'security',
    title: 'Someone may be testing stolen cards on your checkout',
    text: 'Many card payments were refused in a short time. We stopped the attempts for now. Other payers can still pay. Check your latest card payments before you deliver, and refund those you do not recognise.',
    path: '/transactions',
  })
}
