import { gt, sql } from 'drizzle-orm'
import type { Context, UnitOfWork } from '../../context.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import { areLimitsOn, consumeAttempt, lockAttempts, recordAttempt, requireAttemptsLeft } from '../auth/attempts.ts'
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
 * Rejects a card before the processor is called if there were too many declines, and warns the merchant once a day.
 * @throws 429 too_many_attempts, with retry-after
 */
export async function requireCardAttempts(unitOfWork: UnitOfWork, payment: Payer, number: string): Promise<void> {
  if (!areLimitsOn(unitOfWork)) return
  const limitError = await unitOfWork.write(async (context) => {
    const keys = buildLimitKeys(context, payment, number)
    const found = (await findPayerLimitError(context, keys)) ?? (await findScopeLimitError(context, keys))
    if (found) {
      await warnOnceADay(context, payment.merchantId)
      await raiseAlert(context, payment, {
        kind: 'card_testing',
        sourceId: null,
        title: 'Too many declined cards',
        subject: { key: 'cards', label: 'Card payments of the business' },
        isStopped: true,
      })
    }
    return found
  })
  if (limitError) throw limitError
}

async function findPayerLimitError(context: Context, keys: Keys): Promise<Problem | undefined> {
  const { tx, realNow, mode } = context
  // Lock: cards that one payer submits at the same moment are counted one after the other.
  await lockAttempts(tx, [toLimit(keys.cards)])
  const counted = await countUpTo(context, hourMs, [
    [declinedKey(keys.payer), declinesPerPayer],
    [declinedKey(keys.card), declinesPerCard[mode]],
    [keys.cards, cardsOfPayer],
    [keys.seen, 1],
  ])
  const [ofPayer, ofCard, cards, seen] = counted as [number, number, number, number]
  if (ofPayer >= declinesPerPayer || ofCard >= declinesPerCard[mode])
    return tooMany('Too many card payments were refused. Pay another way, or try again in an hour', hourMs)
  if (seen > 0) return undefined
  if (cards >= cardsOfPayer)
    return tooMany('Too many different cards were used. Pay another way, or try again in an hour', hourMs)
  await recordAttempt(tx, [keys.cards, keys.seen].map(toLimit), realNow)
  return undefined
}

async function findScopeLimitError(context: Context, { scopes }: Keys): Promise<Problem | undefined> {
  const names = Object.keys(declinesPerScope) as LimitScope[]
  const declined = await countUpTo(
    context,
    scopeWindowMs,
    names.map((name) => [declinedKey(scopes[name]), mostCountedDeclines]),
  )
  const suspect = names.filter((name, index) => declined[index]! >= declinesPerScope[name])
  if (suspect.length === 0) return undefined
  const paid = await countUpTo(
    context,
    scopeWindowMs,
    names.map((name) => [paidKey(scopes[name]), countedSuccesses]),
  )
  const isAttack = suspect.some((name) => {
    const index = names.indexOf(name)
    return declined[index]! > paid[index]! * declinesPerSuccess
  })
  return isAttack
    ? tooMany(
        'Card payments are paused here: too many cards were refused. Pay another way, or try again later',
        scopeWindowMs,
      )
    : undefined
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
  await recordAttempt(context.tx, counted.map(toLimit), context.realNow)
}

/** `countCardOutcome` after a bank challenge, when the card number is no longer available. */
export async function countChallengeOutcome(context: Context, payment: Payer, isPaid: boolean): Promise<void> {
  if (!areLimitsOn(context)) return
  const { payer, scopes } = buildLimitKeys(context, payment, '')
  const names = Object.values(scopes)
  const counted = isPaid ? names.map(paidKey) : [payer, ...names].map(declinedKey)
  await recordAttempt(context.tx, counted.map(toLimit), context.realNow)
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
  await requireAttemptsLeft(tx, [ofPayer], realNow, hourMs)
  await requireAttemptsLeft(tx, [ofAddress], realNow, scopeWindowMs)
  await recordAttempt(tx, [ofPayer, ofAddress], realNow)
}

const toLimit = (key: string) => ({ key, most: 0 })

/** Number of attempts of each key within `withinMs`, each capped at the limit given with the key. */
async function countUpTo(
  { tx, realNow }: Context,
  withinMs: number,
  keyLimits: readonly (readonly [key: string, most: number])[],
): Promise<number[]> {
  const since = new Date(realNow.getTime() - withinMs)
  const counts = keyLimits.map(
    ([key, most]) => sql`(select count(*)::int from (
      select from ${rateLimitAttempts} where ${rateLimitAttempts.key} = ${key} and ${gt(rateLimitAttempts.at, since)} limit ${most}) as counted)`,
  )
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
