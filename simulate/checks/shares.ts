import type pg from 'pg'
import { assertSame, assertThat } from '../action.ts'
import type { ModelBusiness, ModelPayment, ModelSplit } from '../model.ts'
import { calculateFees, divideByWeight } from '../money.ts'
import { priceAt } from '../prices.ts'

interface Share {
  gross: number
  charge: number
  net: number
}

/** Expected shares of a payment by its split: the business first, then the recipients in order. */
export function calculateShares(
  { type, feeBearer, shares }: ModelSplit,
  amountKobo: number,
  { chargeKobo, isChargePaid }: { chargeKobo: number; isChargePaid: boolean },
): Share[] {
  const base = isChargePaid ? amountKobo - chargeKobo : amountKobo
  const values = shares.map(({ value }) => value)
  const sum = values.reduce((total, value) => total + value, 0)
  const total = type === 'percentage' ? 10_000 : base
  const gross = divideByWeight(base, sum > total ? [0, ...values] : [total - sum, ...values])
  if (isChargePaid) {
    const [merchantShare, ...others] = gross.map((kobo) => ({ gross: kobo, charge: 0, net: kobo }))
    return [{ gross: merchantShare!.gross + chargeKobo, charge: chargeKobo, net: merchantShare!.net }, ...others]
  }
  const charges = feeBearer === 'everyone' ? divideByWeight(chargeKobo, gross) : chargeBusinessFirst(chargeKobo, gross)
  return gross.map((kobo, index) => ({ gross: kobo, charge: charges[index]!, net: kobo - charges[index]! }))
}

/** The business bears the fee up to its own share; the recipients bear the rest. */
function chargeBusinessFirst(chargeKobo: number, [merchantKobo = 0, ...others]: number[]): number[] {
  const first = Math.min(chargeKobo, merchantKobo)
  return [first, ...divideByWeight(chargeKobo - first, others)]
}

/** Each split payment is divided exactly to the kobo, and the ledger has the same amounts. */
export async function checkShares(db: pg.Client, businesses: readonly ModelBusiness[]): Promise<void> {
  const { rows } = await db.query<Share & { reference: string; owner: string; posted: number }>(
    `select payment.reference, share.owner_id as owner, share.gross_kobo::float8 as gross, share.charge_kobo::float8 as charge,
            share.net_kobo::float8 as net, coalesce((
              select sum(line.amount_kobo) from ledger_entries entry
              join ledger_lines line on line.entry_id = entry.id
              join ledger_accounts account on account.id = line.account_id and account.owner = share.owner_id::text
              where entry.reference = 'payment:' || payment.id), 0)::float8 as posted
     from payment_shares share join payments payment on payment.merchant_id = share.merchant_id and payment.id = share.payment_id
     order by share.position`,
  )
  const amounts = new Map(
    (
      await db.query<{ reference: string; kobo: number; channel: string }>(
        'select reference, amount_kobo::float8 as kobo, channel from payments where paid_at is not null',
      )
    ).rows.map((row) => [row.reference, row]),
  )
  for (const { net, posted } of rows) assertSame('shares', 'What the ledger gives an owner of a share', posted, net)
  for (const business of businesses)
    for (const payment of business.payments) {
      const paid = amounts.get(payment.reference)
      if (paid)
        compare(
          business,
          payment,
          paid,
          rows.filter(({ reference }) => reference === payment.reference),
        )
    }
}

function compare(
  business: ModelBusiness,
  { split, feeBearer, startedAt }: ModelPayment,
  { kobo, channel }: { kobo: number; channel: string },
  rows: readonly (Share & { owner: string })[],
): void {
  if (!split) {
    assertSame('shares', 'Shares of a payment that is not shared', rows.length, 0)
    return
  }
  const { fee, vat } = calculateFees(kobo, priceAt(business, channel, startedAt))
  const due = calculateShares(split, kobo, { chargeKobo: fee + vat, isChargePaid: feeBearer === 'customer' })
  const owners = [business.user.merchantId, ...split.shares.map(({ partyId }) => partyId)]
  assertSame(
    'shares',
    `The shares of a payment of ${kobo}`,
    rows.map(({ owner, gross, charge, net }) => ({ owner, gross, charge, net })),
    due.map((share, index) => ({ owner: owners[index], ...share })),
  )
}

/** Refunds of a split payment are taken from all recipients, and from nobody more than their share. */
export async function checkShareReturns(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ amount: number; parts: number; status: string }>(
    `select refund.amount_kobo::float8 as amount, refund.status,
            (select sum(part_kobo) from share_returns where merchant_id = refund.merchant_id and source_id = refund.id)::float8 as parts
     from refunds refund
     where refund.status in ('processing', 'processed', 'needs_attention')
       and exists (select from payment_shares where merchant_id = refund.merchant_id and payment_id = refund.payment_id)`,
  )
  for (const { amount, parts, status } of rows)
    assertSame('shares', `The parts of a refund that is ${status}`, parts, amount)
  const { rows: owners } = await db.query<{ gross: number; back: number }>(
    `select share.gross_kobo::float8 as gross, sum(part.part_kobo)::float8 as back from payment_shares share
     join share_returns part on part.merchant_id = share.merchant_id and part.payment_id = share.payment_id
       and part.owner_id = share.owner_id
     group by share.merchant_id, share.payment_id, share.owner_id, share.gross_kobo`,
  )
  for (const { gross, back } of owners)
    assertThat('shares', back <= gross, () => `${back} kobo go back of a share of ${gross}`)
  const { rows: beyond } = await db.query<{ part: number; given: number }>(
    `select part_kobo::float8 as part, (from_pending_kobo + from_available_kobo + advanced_kobo)::float8 as given from share_returns
     where from_pending_kobo + from_available_kobo + advanced_kobo > part_kobo`,
  )
  assertThat(
    'shares',
    beyond.length === 0,
    () => `${beyond[0]!.given} kobo were taken for a part of ${beyond[0]!.part}`,
  )
}

/** A single refund of a payment is divided in the same proportion as the payment. */
export async function checkDivision(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ kobo: number; gross: number[]; parts: number[] }>(
    `select sum(part.part_kobo)::float8 as kobo, array_agg(share.gross_kobo::float8 order by share.position) as gross,
            array_agg(part.part_kobo::float8 order by share.position) as parts
     from payment_shares share
     join share_returns part on part.merchant_id = share.merchant_id and part.payment_id = share.payment_id
       and part.owner_id = share.owner_id
     join refunds refund on refund.merchant_id = part.merchant_id and refund.id = part.source_id
     group by share.merchant_id, share.payment_id
     having count(distinct part.source_id) = 1 and not exists (
       select from disputes where merchant_id = share.merchant_id and payment_id = share.payment_id
     ) and (select count(*) from refunds where merchant_id = share.merchant_id and payment_id = share.payment_id) = 1`,
  )
  for (const { kobo, gross, parts } of rows)
    assertSame(
      'shares',
      `The parts in which ${kobo} of ${gross.join(', ')} go back`,
      parts,
      divideByWeight(kobo, gross),
    )
}

/**
 * A reversal mirrors its entry line by line: same accounts, opposite amounts. Entries with an advance to a recipient are excluded,
 * because it may have been repaid since.
 */
export async function checkReturnedShares(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ reference: string }>(
    `select undone.reference from ledger_entries undone
     join ledger_entries done on done.reference = regexp_replace(undone.reference, ':reversed$', '')
     where undone.reference like '%:reversed' and not exists (
       select from ledger_lines line join ledger_accounts account on account.id = line.account_id
       where line.entry_id = done.id and account.kind in ('receivable', 'advance')
     ) and exists (
       select from (select account_id, amount_kobo from ledger_lines where entry_id = done.id) line
       full join (select account_id, amount_kobo from ledger_lines where entry_id = undone.id) back
         on back.account_id = line.account_id and back.amount_kobo = -line.amount_kobo
       where line.account_id is null or back.account_id is null)`,
  )
  assertSame(
    'ledger',
    `Entries such as ${rows[0]?.reference.split(':')[0]} that are not undone as they were done`,
    rows.length,
    0,
  )
}
