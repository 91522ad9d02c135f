import assert from 'node:assert/strict'
import type { SentPayment } from '../../connectors/charges.ts'
import type { TransferOut } from '../../connectors/payouts.ts'
import { type ConformanceBench, email, requireCapability, type TestAccounts } from './bench.ts'
import { rejectWrongFields, withEachFault } from './faults.ts'

type NewPayment = () => SentPayment
type NewReference = (kind: string) => string

/** A payment by transfer: not every processor refunds cards by itself. */
async function paid(bench: ConformanceBench, newPayment: NewPayment): Promise<string> {
  const payment = newPayment()
  const request = { ...payment, email, accountName: 'Ade Stores' }
  const { accountNumber } = await requireCapability(bench, 'transferAccounts').open(request)
  await bench.transferIn(accountNumber, payment.amountKobo)
  return payment.reference
}

/** A refund reaches the payer once per reference. */
export async function testRefunds(bench: ConformanceBench, newPayment: NewPayment, newReference: NewReference) {
  const refunds = requireCapability(bench, 'refunds')
  const chargeReference = await paid(bench, newPayment)
  const request = { reference: newReference('rfd'), chargeReference, amountKobo: 50_000 }
  assert.deepEqual(await refunds.query(request), { kind: 'unknown' })
  const first = await refunds.request(request)
  assert.ok(first.kind === 'pending' || first.kind === 'processed', JSON.stringify(first))
  if (first.kind === 'pending') await bench.endRefund(request.reference)
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => refunds.request(request)))
  for (const outcome of outcomes) assert.deepEqual(outcome, { kind: 'processed' })
  assert.deepEqual(await refunds.query(request), { kind: 'processed' })
}

/** Equal refunds of one charge stay two, and each is made once if responses are lost. */
export async function testRefundFaults(bench: ConformanceBench, newPayment: NewPayment, newReference: NewReference) {
  const refunds = requireCapability(bench, 'refunds')
  const other = await paid(bench, newPayment)
  await rejectWrongFields(bench.simulator!, 'refund', () =>
    refunds.request({ reference: newReference('rfd'), chargeReference: other, amountKobo: 10_000 }),
  )
  await withEachFault(bench.simulator!, 'refund', async () => {
    const chargeReference = await paid(bench, newPayment)
    const equal = { chargeReference, amountKobo: 50_000 }
    const [one, two] = [newReference('rfd'), newReference('rfd')]
    return {
      movesKobo: -100_000,
      send: () => refunds.request({ ...equal, reference: one }),
      async finish() {
        await refunds.request({ ...equal, reference: two })
        for (const reference of [one, two]) {
          await bench.endRefund(reference)
          assert.deepEqual(await refunds.query({ reference, chargeReference }), { kind: 'processed' })
        }
      },
    }
  })
}

const narration = 'ADIRE STL0 ADE STORES'

export async function testPayouts(
  bench: ConformanceBench,
  newReference: NewReference,
  { payoutAccount: account }: TestAccounts,
) {
  const payouts = requireCapability(bench, 'payouts')
  const request: TransferOut = { reference: newReference('stl'), amountKobo: 200_000, account, narration }
  assert.deepEqual(await payouts.query(request.reference), { kind: 'unknown' })
  const first = await payouts.send(request)
  if (first.kind === 'pending') await bench.endPayout(request.reference)
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => payouts.send(request)))
  const [again] = outcomes
  assert.ok(again?.kind === 'paid' && again.bankReference !== '')
  for (const outcome of outcomes) assert.deepEqual(outcome, again)
  assert.deepEqual(await payouts.query(request.reference), again)
}

export async function testPayoutFaults(
  bench: ConformanceBench,
  newReference: NewReference,
  { payoutAccount: account, unknownAccount }: TestAccounts,
) {
  const payouts = requireCapability(bench, 'payouts')
  await withEachFault(bench.simulator!, 'payout', async (nth) => {
    // Two equal payouts to one account within minutes look like a mistake to a processor.
    const request = { reference: newReference('stl'), amountKobo: 200_000 + nth * 100, account, narration }
    return {
      movesKobo: -request.amountKobo,
      send: () => payouts.send(request),
      async finish() {
        await bench.endPayout(request.reference)
        assert.equal((await payouts.query(request.reference)).kind, 'paid')
      },
    }
  })
  let amountKobo = 100_000
  await rejectWrongFields(bench.simulator!, 'payout', () => {
    amountKobo += 100
    return payouts.send({ reference: newReference('stl'), amountKobo, account, narration })
  })
  const wrong = { ...unknownAccount, accountName: null }
  const returned = await payouts.send({
    reference: newReference('stl'),
    amountKobo: 200_000,
    account: wrong,
    narration,
  })
  assert.equal(returned.kind, 'returned')
}

export async function testAccountNames(bench: ConformanceBench, { payoutAccount, unknownAccount }: TestAccounts) {
  const { resolve } = requireCapability(bench, 'accountNames')
  const found = await resolve({ ...payoutAccount, expectedName: 'Ada Obi' })
  assert.ok(found.kind === 'found' && found.accountName !== '')
  assert.deepEqual(await resolve({ ...unknownAccount, expectedName: 'Ada Obi' }), { kind: 'unknown' })
}
