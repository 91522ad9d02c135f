import assert from 'node:assert/strict'
import type { SentPayment } from '../../connectors/charges.ts'
import type { MandateRequest } from '../../connectors/mandates.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { type ConformanceBench, email, requireCapability, type TestAccounts } from './bench.ts'
import { withEachFault, withEachQueryFault } from './faults.ts'

const today = lagosDay(new Date())

const newMandate = ({ payoutAccount }: TestAccounts): MandateRequest => ({
  reference: `MND-${crypto.randomUUID().slice(-12).toUpperCase()}`,
  email,
  bankCode: payoutAccount.bankCode,
  accountNumber: payoutAccount.accountNumber,
  accountName: 'ADA OBI',
  holder: { phone: '+2348031234567', address: '12 Broad Street, Lagos' },
  returnUrl: 'https://pay.example/back',
  limitKobo: 500_000,
  maxTotalKobo: null,
  startOn: addDays(today, 2),
  endOn: addDays(today, 367),
  narration: 'Rent of the shop',
})

/** Opens a mandate on the processor's page; returns the reference by which it is queried. */
async function openOnPage(bench: ConformanceBench, request: MandateRequest): Promise<string> {
  const opened = await requireCapability(bench, 'mandates').open(request)
  assert.ok(opened.kind === 'page' && URL.canParse(opened.url), JSON.stringify(opened))
  return opened.processorReference
}

async function activate(bench: ConformanceBench, accounts: TestAccounts): Promise<string> {
  const reference = await openOnPage(bench, newMandate(accounts))
  await bench.moveMandate!(reference, 'authorized')
  await bench.moveMandate!(reference, 'active')
  return reference
}

/** From the request to the cancellation; accounts without a holder are rejected. */
export async function testMandates(bench: ConformanceBench, newPayment: () => SentPayment, accounts: TestAccounts) {
  const mandates = requireCapability(bench, 'mandates')
  const rejected = await mandates.open({ ...newMandate(accounts), ...accounts.unknownAccount, endOn: null })
  assert.ok(rejected.kind === 'rejected' && rejected.message !== '')
  assert.deepEqual(await mandates.query('MND-UNKNOWN'), { kind: 'unknown' })
  const mandateReference = await openOnPage(bench, newMandate(accounts))
  assert.deepEqual(await mandates.query(mandateReference), { kind: 'unknown' })
  const debit = { ...newPayment(), mandateReference, attempt: 1 }
  assert.deepEqual(await mandates.debit(debit), { kind: 'failed', reason: 'mandate_suspended' })
  await bench.moveMandate!(mandateReference, 'authorized')
  assert.equal((await mandates.query(mandateReference)).kind, 'awaits_bank')
  await bench.moveMandate!(mandateReference, 'active')
  assert.deepEqual(await mandates.query(mandateReference), { kind: 'active', ready: true })

  const beforeKobo = await bench.simulator!.balanceKobo()
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => mandates.debit(debit)))
  assert.ok(outcomes.every(({ kind }) => kind === 'pending'))
  await bench.settleDebit!(debit.reference, null)
  const paid = await mandates.debit(debit)
  assert.ok(paid.kind === 'success' && paid.paidBy === 'direct_debit' && paid.charge === debit.reference)
  assert.equal((await bench.connector.payments.query(debit)).kind, 'success')
  const gainedKobo = (await bench.simulator!.balanceKobo()) - beforeKobo
  assert.ok(gainedKobo > 0 && gainedKobo <= debit.amountKobo)
  await assert.rejects(mandates.debit({ ...debit, amountKobo: debit.amountKobo + 1 }))

  const declined = { ...newPayment(), mandateReference, attempt: 1 }
  assert.equal((await mandates.debit(declined)).kind, 'pending')
  await bench.settleDebit!(declined.reference, 'Insufficient Funds')
  const failed = await mandates.debit(declined)
  assert.ok(failed.kind === 'failed' && failed.reason === 'insufficient_funds', JSON.stringify(failed))
  assert.deepEqual(await bench.connector.payments.query(declined), failed)

  await mandates.cancel(mandateReference)
  await mandates.cancel(mandateReference)
  assert.notEqual((await mandates.query(mandateReference)).kind, 'active')
  const late = { ...newPayment(), mandateReference, attempt: 1 }
  assert.deepEqual(await mandates.debit(late), { kind: 'failed', reason: 'mandate_suspended' })
  // What was paid before stays paid.
  assert.equal((await mandates.debit(debit)).kind, 'success')
  assert.deepEqual(bench.simulator!.readViolations(), [])
}

export async function testMandateFaults(
  bench: ConformanceBench,
  newPayment: () => SentPayment,
  accounts: TestAccounts,
) {
  const simulator = bench.simulator!
  const mandates = requireCapability(bench, 'mandates')
  await withEachFault(simulator, 'openMandate', async () => {
    const request = newMandate(accounts)
    let reference = ''
    return {
      movesKobo: 0,
      async send() {
        reference = await openOnPage(bench, request)
      },
      finish: async () => assert.deepEqual(await mandates.query(reference), { kind: 'unknown' }),
    }
  })
  const mandateReference = await activate(bench, accounts)
  await withEachQueryFault(simulator, 'queryMandate', () => mandates.query(mandateReference))
  await withEachFault(simulator, 'debitMandate', async () => {
    const payment = newPayment()
    return {
      movesKobo: payment.amountKobo,
      send: () => mandates.debit({ ...payment, mandateReference, attempt: 1 }),
      async finish() {
        await bench.settleDebit!(payment.reference, null)
        assert.equal((await mandates.debit({ ...payment, mandateReference, attempt: 1 })).kind, 'success')
      },
    }
  })
  await withEachFault(simulator, 'cancelMandate', async () => {
    const reference = await activate(bench, accounts)
    return {
      movesKobo: 0,
      send: () => mandates.cancel(reference),
      finish: async () => assert.notEqual((await mandates.query(reference)).kind, 'active'),
    }
  })
}
