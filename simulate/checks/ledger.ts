import type pg from 'pg'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'
import type { ModelBusiness } from '../model.ts'
import { calculateFees, grossFor, listPrice } from '../money.ts'
import { priceAt } from '../prices.ts'

const paid = `('success', 'partially_refunded', 'refunded', 'reversed')`

/** Every entry sums to zero and no balance is negative, by the plain sum of all lines. */
export async function checkLedgerLines(db: pg.Client): Promise<void> {
  const { rows: uneven } = await db.query(
    `select entry.reference, coalesce(sum(line.amount_kobo), 0)::bigint as kobo from ledger_entries entry
     left join ledger_lines line on line.entry_id = entry.id
     group by entry.id, entry.merchant_id having coalesce(sum(line.amount_kobo), 0) <> 0 or count(line.entry_id) < 2`,
  )
  assertSame('ledger', 'Entries that do not add up', uneven.length, 0)
  const { rows: below } = await db.query(
    `select account.kind, sum(line.amount_kobo)::bigint as kobo from ledger_accounts account
     join ledger_lines line on line.account_id = account.id
     where account.owner not in ('TEST', 'LIVE') and account.kind not in ('receivable', 'advance')
     group by account.id, account.merchant_id having sum(line.amount_kobo) < 0`,
  )
  assertThat('overdraft', below.length === 0, () => `An account ${below[0].kind} holds ${below[0].kobo} kobo`)
}

interface PaidRow {
  reference: string
  channel: string
  status: string
  price: number
  amount: number
  fee: number
  vat: number
  net: number
  refunded: number
  bearer: string
  isCheck: boolean
  merchantId: string
  startedAt: Date
}

/** The fee of each payment, by the price list or the price agreed for the day on which it was started. */
export async function checkFees(db: pg.Client, businesses: readonly ModelBusiness[]): Promise<void> {
  const { rows } = await db.query<PaidRow>(
    `select reference, channel, status, price_kobo::float8 as price, amount_kobo::float8 as amount, fee_kobo::float8 as fee,
            vat_kobo::float8 as vat, net_kobo::float8 as net, refunded_kobo::float8 as refunded, fee_bearer as bearer,
            is_card_check as "isCheck", merchant_id as "merchantId", created_at as "startedAt"
     from payments where status in ${paid}`,
  )
  for (const row of rows) {
    const what = `The payment of ${row.amount} kobo by ${row.channel}`
    const business = businesses.find(({ user }) => user.merchantId === row.merchantId)
    const price = business ? priceAt(business, row.channel, row.startedAt) : listPrice(row.channel)
    const due = row.isCheck ? { fee: 0, vat: 0, net: row.amount } : calculateFees(row.amount, price)
    assertSame('fees', `${what}: fee, VAT and net`, [row.fee, row.vat, row.net], [due.fee, due.vat, due.net])
    const gross = row.bearer === 'customer' && !row.isCheck ? grossFor(row.price, price) : row.price
    assertSame('fees', `${what} of a price of ${row.price}`, row.amount, gross)
  }
}

/** Compares the processor's records with the product's, one by one. */
export async function checkProcessor({ model }: SimulationScene, db: pg.Client, isQuiet: boolean): Promise<void> {
  const requireNone: RequireNone = async (check, what, text, values = []) => {
    const { rows } = await db.query(text, values)
    assertThat(check, rows.length === 0, () => `${what}: ${JSON.stringify(rows[0])}`)
  }
  await comparePayments(requireNone)
  await compareRefunds(requireNone, [...model.changedRefunds.keys()])
  await comparePayouts(requireNone, [...model.changedPayouts.keys()])
  if (isQuiet) await compareUndecided(requireNone)
}

/** Fails if a query finds a row. `what`: what such a row is. */
type RequireNone = (check: string, what: string, text: string, values?: unknown[]) => Promise<void>

async function comparePayments(requireNone: RequireNone): Promise<void> {
  await requireNone(
    'exactly once',
    'A paid payment that the processor does not know as paid',
    `select payment.status, payment.amount_kobo, charge.status as charge, charge.amount_kobo as charged
     from payments payment left join sandbox_charges charge
       on charge.reference = coalesce(payment.processor_reference, payment.reference)
     where payment.status in ${paid} and (charge.status is distinct from 'success' or charge.amount_kobo <> payment.amount_kobo)`,
  )
  await requireNone(
    'ledger',
    'A payment without its one entry, or an entry without its payment',
    `select payment.status, entry.reference is not null as posted from payments payment
     full join (select split_part(reference, ':', 2)::uuid as id, reference from ledger_entries where reference like 'payment:%') entry
       on entry.id = payment.id
     where (coalesce(payment.status in ${paid}, false)) <> (entry.id is not null)`,
  )
}

async function compareRefunds(requireNone: RequireNone, changedRefunds: readonly string[]): Promise<void> {
  await requireNone(
    'exactly once',
    'A refund whose standing at the processor is another',
    `select refund.status, asked.status as asked, refund.amount_kobo, asked.amount_kobo as returned
     from refunds refund full join sandbox_refunds asked on asked.reference = refund.reference
     where refund.reference is null or asked.amount_kobo <> refund.amount_kobo
       or (refund.status = 'processed' and asked.status is distinct from 'processed' and refund.reference <> all($1))
       or (refund.status = 'failed' and asked.status = 'processed' and refund.reference <> all($1))`,
    [changedRefunds],
  )
  await requireNone(
    'exactly once',
    'More was given back than was paid',
    `select payment.amount_kobo, sum(asked.amount_kobo) as returned from payments payment
     join sandbox_refunds asked on asked.charge_reference = coalesce(payment.processor_reference, payment.reference)
     where asked.status = 'processed' and asked.reference <> all($1)
     group by payment.merchant_id, payment.id, payment.amount_kobo having sum(asked.amount_kobo) > payment.amount_kobo`,
    [changedRefunds],
  )
}

async function comparePayouts(requireNone: RequireNone, changedPayouts: readonly string[]): Promise<void> {
  await requireNone(
    'exactly once',
    'A payout that the bank knows otherwise',
    `select payout.status, payout.amount_kobo, sent.status as sent, sent.amount_kobo as sent_kobo
     from payouts payout full join sandbox_transfers sent on sent.reference = payout.reference
     where payout.reference is null or sent.amount_kobo <> payout.amount_kobo
       or (payout.status = 'paid' and sent.status is distinct from 'paid')
       or (payout.status = 'returned' and sent.status is distinct from 'returned' and payout.reference <> all($1))`,
    [changedPayouts],
  )
  await requireNone(
    'exactly once',
    'A settlement that was paid more than once',
    `select settlement.status, count(*) filter (where sent.status = 'paid') as paid from settlements settlement
     join payouts payout on payout.merchant_id = settlement.merchant_id and payout.settlement_id = settlement.id
     join sandbox_transfers sent on sent.reference = payout.reference and sent.reference <> all($1)
     group by settlement.merchant_id, settlement.id, settlement.status
     having count(*) filter (where sent.status = 'paid') > 1`,
    [changedPayouts],
  )
}

/** Once nothing is under way any more, no payment or refund may be undecided. */
async function compareUndecided(requireNone: RequireNone): Promise<void> {
  await requireNone(
    'acknowledged',
    'The processor took money for a payment that is not paid',
    `select payment.status, charge.paid_by from sandbox_charges charge join payments payment
       on coalesce(payment.processor_reference, payment.reference) = charge.reference
     where charge.status = 'success' and payment.status not in ${paid}`,
  )
  await requireNone(
    'acknowledged',
    'A refund that is in processing and that nobody asks about any more, or that the processor decided',
    `select refund.status, asked.status as asked from refunds refund
     left join sandbox_refunds asked on asked.reference = refund.reference
     where refund.status = 'processing'`,
  )
}

/** A payment's status matches its refunds and lost disputes. */
export async function checkReturns(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{
    status: string
    amount: number
    refunded: number
    given: number
    lost: number
    open: number
  }>(
    `select payment.status, payment.amount_kobo::float8 as amount, payment.refunded_kobo::float8 as refunded,
            coalesce(refund.given, 0)::float8 as given, coalesce(refund.open, 0)::float8 as open, coalesce(dispute.lost, 0)::float8 as lost
     from payments payment
     left join lateral (
       select sum(amount_kobo) filter (where status = 'processed') as given,
              sum(amount_kobo) filter (where status in ('pending', 'processing', 'needs_attention')) as open
       from refunds where merchant_id = payment.merchant_id and payment_id = payment.id
     ) refund on true
     left join lateral (
       select sum(lost_kobo) as lost from disputes where merchant_id = payment.merchant_id and payment_id = payment.id
     ) dispute on true
     where payment.status in ${paid}`,
  )
  for (const { status, amount, refunded, given, lost, open } of rows) {
    assertSame('refund states', 'What went back of a payment', refunded, given + lost)
    assertThat('refund states', given + lost + open <= amount, () => `Of ${amount} kobo ${given + lost + open} go back`)
    const due =
      lost > 0
        ? refunded === amount
          ? ['reversed', 'refunded']
          : ['partially_refunded']
        : [refunded === 0 ? 'success' : refunded === amount ? 'refunded' : 'partially_refunded']
    assertThat(
      'refund states',
      due.includes(status),
      () => `A payment of ${amount} of which ${refunded} went back is ${status}`,
    )
  }
}

/** Balance of every business from its payments, refunds, disputes and payouts, and the balances of the platform accounts. */
export async function checkBalances(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{
    net: number
    refunds: number
    lost: number
    payouts: number
    late: number
    held: number
    name: string
  }>(
    `select merchant.business_name as name,
       (select coalesce(sum(net_kobo), 0) from payments where merchant_id = merchant.id and status in ${paid})::float8 as net,
       (select coalesce(sum(amount_kobo), 0) from refunds where merchant_id = merchant.id
          and (status in ('processing', 'processed', 'needs_attention')))::float8 as refunds,
       (select coalesce(sum(lost_kobo - owed_kobo), 0) from disputes where merchant_id = merchant.id)::float8 as lost,
       (select coalesce(sum(case when stamp_duty_bearer = 'merchant' then stamp_duty_kobo else 0 end
                            + case when status = 'paid' then amount_kobo else 0 end), 0)
        from payouts where merchant_id = merchant.id and status <> 'returned')::float8 as payouts,
       (select coalesce(sum(taken_kobo), 0) from late_payouts where merchant_id = merchant.id)::float8 as late,
       (select coalesce(sum(line.amount_kobo), 0) from ledger_lines line join ledger_accounts account on account.id = line.account_id
        where account.kind in ('pending', 'available', 'reserved', 'in_payout')
          and account.owner in (select merchant.id::text union all
                                select id::text from split_recipients where merchant_id = merchant.id))::float8 as held
     from merchants merchant`,
  )
  for (const { name, net, refunds, lost, payouts, late, held } of rows)
    assertSame('balances', `What ${name} and its parties have`, held, net - refunds - lost - payouts - late)
  const { rows: platform } = await db.query<{ kind: string; kobo: number; due: number }>(
    `select account.kind, sum(line.amount_kobo)::float8 as kobo, case account.kind
       when 'fees' then (select sum(fee_kobo) from payments where status in ${paid})
       when 'vat' then (select sum(vat_kobo) from payments where status in ${paid})
       when 'stamp_duty' then (select coalesce(sum(stamp_duty_kobo), 0) from payouts where status <> 'returned')
         + (select coalesce(sum(greatest(taken_kobo - amount_kobo, 0)), 0) from late_payouts)
       when 'bank' then (select coalesce(sum(amount_kobo), 0) from payouts where status = 'paid')
         + (select coalesce(sum(least(taken_kobo, amount_kobo)), 0) from late_payouts) end::float8 as due
     from ledger_accounts account join ledger_lines line on line.account_id = account.id
     where account.owner = 'TEST' and account.kind in ('fees', 'vat', 'stamp_duty', 'bank') group by account.kind`,
  )
  for (const { kind, kobo, due } of platform) assertSame('balances', `Platform account ${kind}`, Math.abs(kobo), due)
}

/** Debits of a mandate stay within its terms. */
export async function checkMandates(db: pg.Client): Promise<void> {
  const { rows } = await db.query(
    `select mandate.kind, mandate.amount_kobo::float8 as amount, mandate.max_total_kobo::float8 as "maxTotal", mandate.debited_kobo::float8 as debited,
            coalesce(sum(charge.amount_kobo), 0)::float8 as taken, coalesce(max(payment.price_kobo), 0)::float8 as largest,
            (select coalesce(sum(amount_kobo), 0) from mandate_debits planned
             where planned.merchant_id = mandate.merchant_id and planned.mandate_id = mandate.id
               and planned.status in ('scheduled', 'processing', 'retrying'))::float8 as coming
     from mandates mandate
     left join payments payment on payment.merchant_id = mandate.merchant_id and payment.mandate_id = mandate.id
       and payment.status in ${paid}
     left join sandbox_charges charge on charge.reference = coalesce(payment.processor_reference, payment.reference)
       and charge.status = 'success'
     group by mandate.merchant_id, mandate.id`,
  )
  for (const { amount, maxTotal, debited, taken, largest, coming } of rows) {
    assertSame('mandates', 'What a mandate says was debited', debited, taken)
    assertThat('mandates', largest <= amount, () => `${largest} kobo were debited by a mandate of ${amount}`)
    assertThat(
      'mandates',
      maxTotal === null || taken <= maxTotal,
      () => `${taken} kobo were debited in all by a mandate of at most ${maxTotal}`,
    )
    assertThat(
      'mandates',
      maxTotal === null || coming === 0 || debited + coming <= maxTotal,
      () => `${coming} kobo are to be debited after ${debited} by a mandate of at most ${maxTotal}`,
    )
  }
  const { rows: debits } = await db.query<{ attempts: number }>('select attempts from mandate_debits')
  for (const { attempts } of debits) assertThat('mandates', attempts <= 3, () => `A debit was tried ${attempts} times`)
}
