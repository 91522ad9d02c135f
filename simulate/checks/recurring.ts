import type pg from 'pg'
import { dayMs } from '../../contract/durations.ts'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'
import { dayAfter, toLagosDay } from '../days.ts'
import { grossFor, listPrice } from '../money.ts'
import { checkSubscriptionPrices } from './subscription-prices.ts'

const paid = `('success', 'partially_refunded', 'refunded', 'reversed')`

interface DebitRow {
  id: string
  mandateId: string
  source: string
  status: string
  amount: number
  price: number
  limit: number
  bearer: 'merchant' | 'customer'
  frequency: 'daily' | 'weekly' | null
  startOn: string
  dueOn: string
  occurrence: number | null
  tried: Date[]
  taken: number[]
}

/** Each acknowledged debit exists once; scheduled debits have the right days and amounts, and none is early. */
export async function checkDebits({ model }: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<DebitRow>(
    `select debit.id, debit.mandate_id as "mandateId", debit.source, debit.status, debit.amount_kobo::float8 as amount,
            debit.price_kobo::float8 as price, mandate.amount_kobo::float8 as "limit", mandate.fee_bearer as bearer,
            mandate.frequency, mandate.start_on::text as "startOn", debit.due_on::text as "dueOn", debit.occurrence,
            coalesce(array_agg(payment.created_at order by payment.created_at) filter (where payment.id is not null), '{}') as tried,
            coalesce(array_agg(payment.amount_kobo::float8) filter (where payment.status in ${paid}), '{}') as taken
     from mandate_debits debit
     join mandates mandate on mandate.merchant_id = debit.merchant_id and mandate.id = debit.mandate_id
     left join payments payment on payment.merchant_id = debit.merchant_id and payment.mandate_id = debit.mandate_id
       and payment.checkout_id = debit.id
     group by debit.merchant_id, debit.id, mandate.merchant_id, mandate.id`,
  )
  for (const business of model.businesses)
    for (const mandate of business.mandates) {
      const requested = rows.filter(({ mandateId, source }) => mandateId === mandate.id && source !== 'schedule')
      const ids = new Map(mandate.requestedDebits.map(({ id, amountKobo }) => [id, amountKobo]))
      const due = [...ids].map(([id, kobo]) => `${id} ${kobo}`).sort()
      assertSame(
        'exactly once',
        'Debits that were asked for',
        requested.map(({ id, price }) => `${id} ${price}`).sort(),
        due,
      )
    }
  for (const row of rows) checkDebit(row)
}

function checkDebit(row: DebitRow): void {
  const { source, status, amount, price, limit, bearer, dueOn, tried, taken } = row
  const due = bearer === 'customer' ? grossFor(price, listPrice('direct_debit')) : price
  assertSame('mandates', `What a debit of ${price} takes`, amount, due)
  for (const kobo of taken) assertSame('mandates', 'What a debit took', kobo, amount)
  assertSame('mandates', `How often a debit that is ${status} was paid`, taken.length, status === 'success' ? 1 : 0)
  const days = tried.map((at) => toLagosDay(at))
  assertThat(
    'days',
    days.every((day) => day >= dueOn),
    () => `A debit of ${dueOn} was tried on ${days[0]}`,
  )
  assertThat('mandates', new Set(days).size === days.length, () => `A debit was tried twice on ${days.join(', ')}`)
  if (source !== 'schedule' || row.occurrence === null) return
  assertSame('mandates', 'What a debit of a schedule asks for', price, limit)
  const step = row.frequency === 'weekly' ? 7 : 1
  assertSame(
    'days',
    `The day of debit ${row.occurrence} from ${row.startOn} on`,
    dueOn,
    dayAfter(row.startOn, row.occurrence * step),
  )
}

interface PeriodRow {
  subscription: string
  kind: 'period' | 'change'
  number: number
  status: string
  plan: string
  startsAt: Date
  endsAt: Date
  price: number
  due: number
  attempts: number
  taken: number[]
  charges: number
  limit: number | null
}

const longest = { daily: [1, 1], weekly: [7, 7], monthly: [28, 31] } as const

/** Each period is charged once at its plan's price, and starts when the previous one ended. */
export async function checkSubscriptions({ model }: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<PeriodRow>(
    `select invoice.subscription_id as subscription, invoice.kind, invoice.number, invoice.status, invoice.plan_id as plan,
            invoice.starts_at as "startsAt", invoice.ends_at as "endsAt", invoice.price_kobo::float8 as price,
            invoice.due_kobo::float8 as due,
            invoice.attempts, subscription.charge_limit as "limit", count(payment.id)::int as charges,
            coalesce(array_agg(payment.price_kobo::float8)
              filter (where payment.status in ${paid} and not payment.is_card_check), '{}') as taken
     from subscription_invoices invoice
     join subscriptions subscription on subscription.merchant_id = invoice.merchant_id and subscription.id = invoice.subscription_id
     left join payments payment on payment.merchant_id = invoice.merchant_id and payment.subscription_invoice_id = invoice.id
     group by invoice.merchant_id, invoice.subscription_id, invoice.id, subscription.merchant_id, subscription.id
     order by invoice.subscription_id, invoice.number`,
  )
  const plans = new Map(model.businesses.flatMap((business) => business.plans.map((plan) => [plan.id, plan])))
  for (const row of rows) {
    const { kind, status, startsAt, endsAt, price, due, taken } = row
    const plan = plans.get(row.plan)!
    const what = `A ${kind} of ${price} that is ${status}`
    assertSame('subscriptions', `${what}: the price`, price, plan.amountKobo)
    assertSame('subscriptions', `${what}: how often it was paid`, taken, status === 'success' && due > 0 ? [due] : [])
    assertThat('subscriptions', row.charges <= 4, () => `${what} was tried ${row.charges} times`)
    if (kind !== 'period') continue
    const days = Math.round((endsAt.getTime() - startsAt.getTime()) / dayMs)
    const [min, max] = longest[plan.interval]
    assertThat(
      'subscriptions',
      days >= min && days <= max,
      () => `A period of a ${plan.interval} plan has ${days} days`,
    )
  }
  for (const subscriptionRows of Map.groupBy(rows, ({ subscription }) => subscription).values())
    checkOrder(subscriptionRows)
  await checkCollected(db)
  await checkSubscriptionPrices(model, db)
}

function checkOrder(subscriptionRows: readonly PeriodRow[]): void {
  assertSame(
    'subscriptions',
    'The numbers of the invoices',
    subscriptionRows.map(({ number }) => number),
    subscriptionRows.map((_, index) => index + 1),
  )
  const periods = subscriptionRows.filter(({ kind }) => kind === 'period')
  const { limit } = subscriptionRows[0]!
  assertThat(
    'subscriptions',
    limit === null || periods.length <= limit,
    () => `${periods.length} charges of at most ${limit}`,
  )
  const starts = new Set(periods.map(({ startsAt }) => startsAt.getTime()))
  assertSame('subscriptions', 'Periods that are charged twice', periods.length - starts.size, 0)
  if (subscriptionRows.some(({ kind }) => kind === 'change')) return
  for (const [index, { startsAt }] of periods.entries()) {
    const before = periods[index - 1]
    if (before)
      assertThat('subscriptions', startsAt >= before.endsAt, () => 'A period begins before the one before has ended')
  }
}

/** The collected amount of a subscription equals its payments minus refunds. */
async function checkCollected(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ collected: number; due: number }>(
    `select subscription.collected_kobo::float8 as collected, coalesce(sum(payment.amount_kobo), 0)::float8 as due
     from subscriptions subscription
     left join payments payment on payment.merchant_id = subscription.merchant_id and payment.subscription_id = subscription.id
       and payment.status in ${paid} and not payment.is_card_check
     group by subscription.merchant_id, subscription.id`,
  )
  for (const { collected: reported, due } of rows)
    assertSame('subscriptions', 'What a subscription has brought', reported, due)
}
