import assert from 'node:assert/strict'
import { hourMs } from '@adire/contract/durations.ts'
import type { SentPayment } from '../../connectors/charges.ts'
import type { ProcessorRecord, RecordKind } from '../../connectors/records.ts'
import { type ConformanceBench, email, readRecords, requireCapability, type TestAccounts } from './bench.ts'
import { withEachQueryFault } from './faults.ts'

const around = (at: Date) => ({ from: new Date(at.getTime() - hourMs), to: new Date(at.getTime() + hourMs) })

/** A payment by card, one by transfer with a refund, and a payout. Refunds have our own reference in records. */
async function moveMoney(
  bench: ConformanceBench,
  newPayment: () => SentPayment,
  account: TestAccounts['payoutAccount'],
) {
  const [byCard, byTransfer] = [newPayment(), newPayment()]
  await bench.payByCard({ ...byCard, email })
  const { accountNumber } = await requireCapability(bench, 'transferAccounts').open({
    ...byTransfer,
    email,
    accountName: 'Ade Stores',
  })
  await bench.transferIn(accountNumber, byTransfer.amountKobo)
  const refund = { reference: `rfd_${crypto.randomUUID().slice(-12)}`, amountKobo: 50_000 }
  await requireCapability(bench, 'refunds').request({ ...refund, chargeReference: byTransfer.reference })
  const payout = { reference: `stl-${crypto.randomUUID()}`, amountKobo: 200_000, account, narration: 'ADIRE' }
  await requireCapability(bench, 'payouts').send(payout)
  return { byCard, byTransfer, refund, payout }
}

/** What a record adds to the balance, in kobo. */
function effectOf({ kind, amountKobo, feeKobo, status }: ProcessorRecord): number {
  if (status === 'failed') return 0
  return kind === 'charge' ? amountKobo - feeKobo : -amountKobo - feeKobo
}

/** Records name our references and amounts, and together they explain what the processor holds. */
export async function testRecords(
  bench: ConformanceBench,
  newPayment: () => SentPayment,
  { payoutAccount }: TestAccounts,
) {
  const records = requireCapability(bench, 'records')
  const beforeKobo = await records.readBalance(new Date())
  const { byCard, byTransfer, refund, payout } = await moveMoney(bench, newPayment, payoutAccount)
  const period = around(new Date())
  const list = (kind: RecordKind) => readRecords(records, kind, period)
  const [charges, refunds, payouts] = [await list('charge'), await list('refund'), await list('payout')]
  const describe = (given: readonly ProcessorRecord[]) =>
    given.map(({ reference, amountKobo, currency }) => [reference, amountKobo, currency]).sort()
  const expect = (given: readonly { reference: string; amountKobo: number }[]) =>
    given.map(({ reference, amountKobo }) => [reference, amountKobo, 'NGN']).sort()
  assert.deepEqual(describe(charges), expect([byCard, byTransfer]))
  assert.deepEqual(describe(refunds), expect([refund]))
  assert.deepEqual(describe(payouts), expect([payout]))
  assert.equal(refunds[0]!.chargeId, charges.find(({ reference }) => reference === byTransfer.reference)!.id)
  for (const one of [...charges, ...payouts]) assert.equal(one.feeKobo, one.expectedFeeKobo)
  for (const { at } of [...charges, ...refunds, ...payouts]) assert.ok(at > period.from && at < period.to)
  const movedKobo = [...charges, ...refunds, ...payouts].reduce((sum, one) => sum + effectOf(one), 0)
  assert.equal((await records.readBalance(new Date())) - beforeKobo, movedKobo)
  const earlier = around(new Date(Date.now() - 3 * hourMs))
  for (const kind of ['charge', 'refund', 'payout', 'settlement'] as const)
    assert.deepEqual(await readRecords(records, kind, earlier), [])
  assert.deepEqual(bench.simulator!.readViolations(), [])
}

/** A list that breaks off is an error: a part of it would look like missing records. */
export async function testRecordFaults(
  bench: ConformanceBench,
  newPayment: () => SentPayment,
  { payoutAccount }: TestAccounts,
) {
  const records = requireCapability(bench, 'records')
  await moveMoney(bench, newPayment, payoutAccount)
  const period = around(new Date())
  const list = (kind: RecordKind) => () => readRecords(records, kind, period)
  await withEachQueryFault(bench.simulator!, 'listCharges', list('charge'))
  await withEachQueryFault(bench.simulator!, 'listRefunds', list('refund'))
  await withEachQueryFault(bench.simulator!, 'listPayouts', list('payout'))
  await withEachQueryFault(bench.simulator!, 'readBalance', () => records.readBalance(new Date()))
}
