import type { Processor } from '../../connectors/processors.ts'
import { type RecordPeriod, type Records, recordKinds, type StoredRecord } from '../../connectors/records.ts'
import { chargeOfReturn } from '../../connectors/refunds.ts'
import type { Context } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { processorRecorded } from '../../ledger/processor-entries.ts'
import { enqueueReturnCheck } from '../payments/return-charge.ts'
import { enqueueChecksOfRefunds } from '../refunds/jobs.ts'
import { enqueuePayoutCheck, enqueueReturnedPayoutChecks } from '../settlements/jobs.ts'

/** Runs one short transaction in live mode. */
export type WriteLive = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/**
 * Imports the processor's records of a period, page by page, each in its own transaction. Returns how many were new or had changed, so
 * that an import after which nothing moved returns 0. May be repeated, interrupted, and run in two processes at once.
 */
export async function importRecords(
  write: WriteLive,
  { processor, records }: { processor: Processor; records: Records },
  period: RecordPeriod,
): Promise<number> {
  let changed = 0
  const settlements: string[] = []
  for (const kind of recordKinds)
    for await (const page of records.list(kind, period)) {
      changed += await write((context) => storeRecords(context, processor, page))
      if (kind === 'settlement') settlements.push(...page.map(({ id }) => id))
    }
  for (const settlement of settlements)
    for await (const charges of records.listSettledCharges(settlement))
      changed += await write((context) => storeSettledCharges(context, processor, settlement, charges))
  return changed
}

/** Stores one page, and posts what it changes in the ledger in the same transaction. */
export async function storeRecords(
  context: Context,
  processor: Processor,
  page: readonly StoredRecord[],
): Promise<number> {
  if (page.length === 0) return 0
  const { tx, mode, now } = context
  // One import of a processor at a time: two of the same page would both find its records new, and post their fees twice.
  await lockName(tx, `processor-records:${processor}`)
  const unique = [...new Map(page.map((record) => [`${record.kind} ${record.id}`, record])).values()]
  const { rows } = await tx.$client.query<{ changed: number; fees: number; transferred: number }>({
    name: 'processor_records_store',
    text: storeText,
    values: [processor, JSON.stringify(unique.map(toRow)), now],
  })
  const { changed, fees, transferred } = rows[0]!
  const entry = processorRecorded(
    mode,
    { id: crypto.randomUUID(), processor, feesKobo: fees, transferredKobo: transferred },
    now,
  )
  if (entry) await postEntry(tx, entry)
  // The event that reports such an end may have been lost.
  const referencesOf = (kind: StoredRecord['kind'], status: StoredRecord['status']) =>
    unique.flatMap((one) => (one.kind === kind && one.status === status && one.reference ? [one.reference] : []))
  for (const reference of referencesOf('payout', 'reversed')) await enqueuePayoutCheck(tx, reference)
  await enqueueReturnedPayoutChecks(tx, referencesOf('payout', 'success'))
  await enqueueChecksOfRefunds(context, referencesOf('refund', 'failed'))
  await enqueueChecksOfRefunds(context, referencesOf('refund', 'success'), ['failed'])
  for (const charge of referencesOf('refund', 'failed').map(chargeOfReturn))
    if (charge) await enqueueReturnCheck(tx, { processor, charge })
  return changed
}

const storeText = `
  with given as (
    select * from jsonb_to_recordset($2::jsonb) as (
      kind text, record_id text, reference text, charge_reference text, charge_id text, amount_kobo bigint, currency text,
      fee_kobo bigint, expected_fee_kobo bigint, status text, is_of_dispute boolean, settlement_id text, at timestamptz,
      booked_fee_kobo bigint, booked_transfer_kobo bigint)
  ), known as materialized (
    select record.* from processor_records record
    join given on record.processor = $1 and record.kind = given.kind and record.record_id = given.record_id
  ), written as (
    insert into processor_records as record (processor, kind, record_id, reference, charge_reference, charge_id, amount_kobo,
      currency, fee_kobo, expected_fee_kobo, status, is_of_dispute, settlement_id, at, booked_fee_kobo, booked_transfer_kobo,
      imported_at)
    select $1, kind, record_id, reference, charge_reference, charge_id, amount_kobo, currency, fee_kobo, expected_fee_kobo, status,
      is_of_dispute, settlement_id, at, booked_fee_kobo, booked_transfer_kobo, $3 from given
    on conflict (processor, kind, record_id) do update set reference = excluded.reference,
      charge_reference = excluded.charge_reference, charge_id = excluded.charge_id, amount_kobo = excluded.amount_kobo,
      currency = excluded.currency, fee_kobo = excluded.fee_kobo, expected_fee_kobo = excluded.expected_fee_kobo,
      status = excluded.status, is_of_dispute = excluded.is_of_dispute,
      settlement_id = coalesce(excluded.settlement_id, record.settlement_id), at = excluded.at,
      booked_fee_kobo = excluded.booked_fee_kobo, booked_transfer_kobo = excluded.booked_transfer_kobo,
      imported_at = excluded.imported_at
    where (record.amount_kobo, record.currency, record.fee_kobo, record.status, record.booked_fee_kobo, record.booked_transfer_kobo)
        is distinct from (excluded.amount_kobo, excluded.currency, excluded.fee_kobo, excluded.status, excluded.booked_fee_kobo,
          excluded.booked_transfer_kobo)
      or record.expected_fee_kobo is distinct from excluded.expected_fee_kobo
      or (excluded.settlement_id is not null and record.settlement_id is distinct from excluded.settlement_id)
    returning 1
  )
  select (select count(*) from written) as changed,
    (select coalesce(sum(booked_fee_kobo), 0) from given) - (select coalesce(sum(booked_fee_kobo), 0) from known) as fees,
    (select coalesce(sum(booked_transfer_kobo), 0) from given) - (select coalesce(sum(booked_transfer_kobo), 0) from known)
      as transferred`

function toRow(record: StoredRecord) {
  const { kind, id, status, amountKobo, feeKobo, currency } = record
  const isMade = status === 'success' || status === 'pending'
  const leavesBalance = kind === 'payout' || (kind === 'settlement' && status === 'success')
  const isInNaira = currency === 'NGN'
  return {
    kind,
    record_id: id,
    reference: record.reference,
    charge_reference: record.chargeReference,
    charge_id: record.chargeId,
    amount_kobo: amountKobo,
    currency,
    fee_kobo: feeKobo,
    expected_fee_kobo: record.expectedFeeKobo,
    status,
    is_of_dispute: record.isOfDispute,
    settlement_id: record.settlementId,
    at: record.at,
    booked_fee_kobo: isInNaira ? feeKobo : 0,
    booked_transfer_kobo: isInNaira && leavesBalance && isMade ? amountKobo : 0,
  }
}

async function storeSettledCharges({ tx }: Context, processor: Processor, settlementId: string, charges: string[]) {
  const { rowCount } = await tx.$client.query({
    name: 'processor_records_settled',
    text: `update processor_records set settlement_id = $2
           where processor = $1 and kind = 'charge' and record_id = any($3) and settlement_id is distinct from $2`,
    values: [processor, settlementId, charges],
  })
  return rowCount ?? 0
}
