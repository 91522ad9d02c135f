import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { paidList } from '../payments/tables.ts'
import { differenceText } from './recompute.ts'

type Write = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** So many rows a statement looks at, so that none takes long and nothing waits for it. */
const atOnce = 10_000
/** So many sentences of one kind are enough to know that something is wrong. */
const mostSentences = 20

export interface Books {
  /** What is wrong, in sentences; none where all is well. */
  faults: string[]
  entries: number
  payments: number
  settlements: number
}

/**
 * Checks the provider's books: that every entry and each mode adds up to zero and no business is overdrawn; that every payment that
 * was paid has its entry, of its amount, and no entry is of a payment that was not; that every settlement is the sum of its lines,
 * its lines those of the ledger and its figures those of its payments; and that what is on its way to banks is what banks were asked for.
 */
export async function checkBooks(write: Write): Promise<Books> {
  const faults: string[] = []
  const say = (found: readonly string[]) => faults.push(...found.slice(0, mostSentences))
  say(await write(({ tx }) => trialBalance(tx)))
  const entries = await inOrder(write, uneven, say)
  const payments = await inOrder(write, paymentsAmiss, say)
  const settlements = await inOrder(write, settlementsAmiss, say)
  say(await write(({ tx }) => onTheirWay(tx)))
  return { faults, entries, payments, settlements }
}

interface Piece {
  seen: number
  last: string | undefined
  faults: string[]
}

/** Piece after piece, each from where the last one ended. */
async function inOrder(
  write: Write,
  look: (tx: Tx, after: string | undefined) => Promise<Piece>,
  say: (faults: readonly string[]) => void,
): Promise<number> {
  let seen = 0
  let last: string | undefined
  for (;;) {
    const after = last
    const piece = await write(({ tx }) => look(tx, after))
    seen += piece.seen
    say(piece.faults)
    if (piece.seen < atOnce) return seen
    last = piece.last
  }
}

const pieceOf = (rows: readonly { key: string; fault: string | null }[]): Piece => ({
  seen: rows.length,
  last: rows.at(-1)?.key,
  faults: rows.flatMap(({ fault }) => fault ?? []),
})

/** The sum of the lines of every account. */
const balances = `
  select account.owner, account.kind, coalesce((
    select sum(line.amount_kobo) from ledger_lines line where line.account_id = account.id
  ), 0)::bigint as kobo from ledger_accounts account`

async function trialBalance(tx: Tx): Promise<string[]> {
  const { rows } = await tx.$client.query<{ fault: string }>(`
    with balance as materialized (${balances}), owned as (
      select balance.*, coalesce(merchant.mode, balance.owner) as mode, merchant.merchant_code as code, merchant.id as merchant,
             party.name as party
      from balance
      left join split_parties party on party.id::text = balance.owner
      left join merchants merchant on merchant.id::text = coalesce(party.merchant_id::text, balance.owner)
    )
    select format('The accounts of %s add up to %s kobo', mode, sum(kobo)) as fault
    from owned group by mode having sum(kobo) <> 0
    union all
    select format('The account %s of %s holds %s kobo', kind, concat_ws(', ', code, party), kobo)
    from owned where code is not null and case kind when 'owes' then kobo > 0 else kobo < 0 end
    union all
    select format('The business %s has lent its parties %s kobo more than they owe', code, sum(kobo))
    from owned where kind in ('owes', 'lent') group by merchant, code having sum(kobo) <> 0
    limit ${mostSentences}`)
  return rows.map(({ fault }) => fault)
}

async function uneven(tx: Tx, after: string | undefined): Promise<Piece> {
  const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
    `select entry.id as key, case
       when count(line.entry_id) < 2 or sum(line.amount_kobo) <> 0
       then format('The entry %s has %s lines that add up to %s kobo', entry.reference, count(line.entry_id),
                   coalesce(sum(line.amount_kobo), 0))
       when entry.reference like 'payment:%' and not coalesce(bool_or(payment.id is not null), false)
       then format('The entry %s is of no payment that was paid', entry.reference) end as fault
     from (select * from ledger_entries where $1::uuid is null or id > $1 order by id limit ${atOnce}) entry
     left join ledger_lines line on line.entry_id = entry.id
     left join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'
     left join split_parties party on entry.reference like 'payment:%' and party.id::text = account.owner
     left join payments payment on entry.reference like 'payment:%'
       and payment.merchant_id::text = coalesce(party.merchant_id::text, account.owner)
       and 'payment:' || payment.id = entry.reference and payment.status in ${paidList}
     group by entry.id, entry.reference order by entry.id`,
    [after ?? null],
  )
  return pieceOf(rows)
}

/** In order of business and id: those two are the key. */
async function paymentsAmiss(tx: Tx, after: string | undefined): Promise<Piece> {
  const [merchantId, id] = after?.split('/') ?? [null, null]
  const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
    `select payment.merchant_id || '/' || payment.id as key, case
       when payment.status not in ${paidList} then null
       when entry.id is null then format('The payment %s has no entry', payment.reference)
       when line.amount_kobo is distinct from nullif(payment.net_kobo - payment.shared_kobo, 0)
       then format('The payment %s brought its business %s kobo, not %s', payment.reference, coalesce(line.amount_kobo, 0),
                   payment.net_kobo - payment.shared_kobo)
       when payment.shared_kobo is distinct from share.kobo or payment.shared_kobo <> share.posted
       then format('The payment %s is shared by %s kobo; its shares are of %s, the ledger’s of %s', payment.reference,
                   payment.shared_kobo, share.kobo, share.posted) end as fault
     from (
       select * from payments where $1::uuid is null or (merchant_id, id) > ($1, $2::uuid)
       order by merchant_id, id limit ${atOnce}
     ) payment
     left join ledger_entries entry on payment.status in ${paidList} and entry.reference = 'payment:' || payment.id
     left join ledger_accounts account on account.owner = payment.merchant_id::text and account.kind = 'pending'
     left join ledger_lines line on line.entry_id = entry.id and line.account_id = account.id
     cross join lateral (
       select coalesce(sum(share.net_kobo), 0) as kobo, coalesce(sum(posted.amount_kobo), 0) as posted
       from payment_shares share
       left join ledger_accounts theirs on theirs.owner = share.owner_id::text and theirs.kind = 'pending'
       left join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = theirs.id
       where share.merchant_id = payment.merchant_id and share.payment_id = payment.id
         and share.owner_id <> payment.merchant_id
     ) share
     order by payment.merchant_id, payment.id`,
    [merchantId, id],
  )
  return pieceOf(rows)
}

async function settlementsAmiss(tx: Tx, after: string | undefined): Promise<Piece> {
  const [merchantId, id] = after?.split('/') ?? [null, null]
  const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
    `select settlement.merchant_id || '/' || settlement.id as key, case
       when line.lines = 0 then format('The settlement %s has no lines', settlement.reference)
       when line.kobo <> settlement.total_kobo or line.posted <> settlement.total_kobo
       then format('The settlement %s is of %s kobo; its lines are of %s, the ledger’s of %s', settlement.reference,
                   settlement.total_kobo, line.kobo, line.posted)
       when settlement.status = 'success' and paid.kobo is distinct from settlement.total_kobo
       then format('The settlement %s is of %s kobo; %s were paid', settlement.reference, settlement.total_kobo,
                   coalesce(paid.kobo, 0))
       when difference.kobo <> 0
       then format('The figures of the settlement %s differ from its payments by %s kobo', settlement.reference, difference.kobo)
       end as fault
     from (
       select * from settlements where $1::uuid is null or (merchant_id, id) > ($1, $2::uuid)
       order by merchant_id, id limit ${atOnce}
     ) settlement
     cross join lateral (
       select count(*) as lines, coalesce(sum(line.amount_kobo), 0) as kobo, coalesce(sum(posted.amount_kobo), 0) as posted
       from settlement_lines line
       left join ledger_accounts account on account.owner = line.owner_id::text and account.kind = line.account
       left join ledger_lines posted on posted.entry_id = line.entry_id and posted.account_id = account.id
       where line.merchant_id = settlement.merchant_id and line.settlement_id = settlement.id
     ) line
     left join lateral (
       select -sum(posted.amount_kobo) as kobo
       from payouts payout
       join ledger_entries entry on entry.reference = 'payout:' || payout.settlement_id || ':' || payout.attempt
       join ledger_accounts account on account.owner = settlement.owner_id::text and account.kind = 'available'
       join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
       where payout.merchant_id = settlement.merchant_id and payout.settlement_id = settlement.id
         and payout.status = 'paid'
     ) paid on true
     cross join lateral (select ${differenceText} as kobo) difference
     order by settlement.merchant_id, settlement.id`,
    [merchantId, id],
  )
  return pieceOf(rows)
}

async function onTheirWay(tx: Tx): Promise<string[]> {
  const { rows } = await tx.$client.query<{ fault: string }>(`
    with balance as materialized (${balances} where account.kind = 'in_payout'), asked as (
      select settlement.owner_id::text as owner, sum(payout.amount_kobo) as kobo
      from payouts payout
      join settlements settlement on settlement.merchant_id = payout.merchant_id and settlement.id = payout.settlement_id
      where payout.status = 'asked' group by 1
    )
    select format('%s kobo of %s are on their way to its bank, which was asked for %s', coalesce(balance.kobo, 0),
                  coalesce(balance.owner, asked.owner), coalesce(asked.kobo, 0)) as fault
    from balance full join asked on asked.owner = balance.owner
    where coalesce(balance.kobo, 0) <> coalesce(asked.kobo, 0)
    limit ${mostSentences}`)
  return rows.map(({ fault }) => fault)
}
