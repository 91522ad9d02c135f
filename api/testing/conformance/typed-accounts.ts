import assert from 'node:assert/strict'
import type { SentPayment } from '../../connectors/charges.ts'
import { responseCodes } from '../../connectors/response-codes.ts'
import { type ConformanceBench, email, requireCapability } from './bench.ts'
import { withEachFault } from './faults.ts'
import { requireSuccess, type Tests } from './payments.ts'

/** Tests of a processor that debits the bank accounts that payers type on our page. */
export const typedAccountTests: Tests = {
  'debits a bank account once after the answers of its holder, also if responses are lost': async (
    bench,
    newPayment,
  ) => {
    for (const call of ['debitAccount', 'answerBirthday', 'answerOtp'] as const)
      await withEachFault(bench.simulator!, call, async () => {
        const payment = newPayment()
        if (call !== 'debitAccount') await debit(bench, payment)
        if (call === 'answerOtp') await answerOpen(bench, payment)
        return {
          movesKobo: payment.amountKobo,
          send: () => (call === 'debitAccount' ? debit(bench, payment) : answerOpen(bench, payment)),
          finish: async () => {
            while (await answerOpen(bench, payment));
            requireSuccess(await bench.connector.payments.query(payment))
          },
        }
      })
  },
  'debits no account without the answers of its holder': async (bench, newPayment) => {
    const payment = newPayment()
    const asked = await debit(bench, payment)
    assert.ok(asked.kind === 'challenge' && asked.challenge === 'birthday')
    assert.deepEqual(await debit(bench, payment), asked)
    assert.deepEqual(await bench.connector.payments.query(payment), asked)
    const challenges = requireCapability(bench, 'challenges')
    // What nobody asked for changes nothing.
    assert.deepEqual(await challenges.answer({ ...payment, challenge: 'otp', answer: bench.account!.otp }), asked)
    await answerOpen(bench, payment)
    const wrong = await challenges.answer({ ...payment, challenge: 'otp', answer: '000000' })
    assert.ok(wrong.kind === 'failed' && wrong.reason in responseCodes)
    assert.deepEqual(await bench.connector.payments.query(payment), wrong)
  },
}

function debit(bench: ConformanceBench, payment: SentPayment) {
  const { bankCode, accountNumber } = bench.account!
  return requireCapability(bench, 'bankAccounts').debit({ ...payment, email, bankCode, accountNumber })
}

/** Answers what the bank asks for, as the payer does on the checkout. Returns false if it asks for nothing. */
async function answerOpen(bench: ConformanceBench, payment: SentPayment): Promise<boolean> {
  const open = await bench.connector.payments.query(payment)
  if (open.kind !== 'challenge' || open.challenge === 'bank_page') return false
  const answer = open.challenge === 'otp' ? bench.account!.otp : '1995-12-23'
  await requireCapability(bench, 'challenges').answer({ ...payment, challenge: open.challenge, answer })
  return true
}
