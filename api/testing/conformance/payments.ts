import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ChargeOutcome, SentPayment } from '../../connectors/charges.ts'
import { responseCodes } from '../../connectors/response-codes.ts'
import { type ConformanceBench, email, requireCapability } from './bench.ts'
import { rejectWrongFields, withEachFault } from './faults.ts'

export type Open = (t: TestContext) => Promise<ConformanceBench>
export type Tests = Record<string, (bench: ConformanceBench, newPayment: () => SentPayment) => Promise<void>>

export const requireSuccess = (outcome: ChargeOutcome) => {
  assert.ok(outcome.kind === 'success', JSON.stringify(outcome))
  return outcome
}

/** Token of a card that a payer has saved. */
async function saveCard(bench: ConformanceBench, payment: SentPayment): Promise<string> {
  await bench.payByCard({ ...payment, email })
  const { token, card } = requireSuccess(await bench.connector.payments.query(payment))
  assert.ok(token)
  if (card) assert.match(`${card.bin} ${card.last4} ${card.expiryYear}`, /^\d{6} \d{4} 20\d\d$/)
  return token
}

export const hostedCardTests: Tests = {
  'opens a card page that is paid once, also if responses are lost': async (bench, newPayment) => {
    await withEachFault(bench.simulator!, 'openCardPage', async () => {
      const payment = newPayment()
      const request = { ...payment, email, returnUrl: 'https://pay.example/back' }
      return {
        movesKobo: payment.amountKobo,
        async send() {
          const opened = await requireCapability(bench, 'hostedCards').open(request)
          assert.ok(opened.kind === 'challenge' && opened.challenge === 'bank_page' && opened.openUrl)
          assert.deepEqual(await bench.connector.payments.query(payment), { kind: 'open' })
        },
        async finish() {
          await bench.payByCard(request)
          assert.equal(requireSuccess(await bench.connector.payments.query(payment)).paidBy, 'card')
        },
      }
    })
  },
  'reports a success only if status, amount, currency and reference are those of the payment': async (
    bench,
    newPayment,
  ) => {
    const payment = newPayment()
    await bench.payByCard({ ...payment, email })
    const { query } = bench.connector.payments
    requireSuccess(await query(payment))
    await assert.rejects(query({ ...payment, amountKobo: payment.amountKobo - 1 }))
    for (const changes of bench.simulator!.wrongFields.query) {
      bench.simulator!.addFault('query', { kind: 'changed-response', changes, count: 20 })
      const outcome = await query(payment).catch(() => undefined)
      assert.notEqual(outcome?.kind, 'success', JSON.stringify(changes))
      bench.simulator!.clearFaults()
    }
    requireSuccess(await query(payment))
  },
}

export const savedCardTests: Tests = {
  'charges a saved card once per reference, also with concurrent calls': async (bench, newPayment) => {
    const token = await saveCard(bench, newPayment())
    const charge = { ...newPayment(), email, token }
    const savedCards = requireCapability(bench, 'savedCards')
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => savedCards.charge(charge)))
    assert.ok(outcomes.every(({ kind }) => kind === 'success' || kind === 'pending'))
    requireSuccess(await bench.connector.payments.query(charge))
    assert.deepEqual([await savedCards.revoke(token), await savedCards.revoke(token)], [true, true])
    const unknown = await savedCards.charge({ ...newPayment(), email, token: 'AUTH_unknown' })
    assert.ok(unknown.kind === 'failed' && unknown.reason in responseCodes)
  },
}

export const savedCardFaultTests: Tests = {
  'takes no response about another charge for its outcome': async (bench, newPayment) => {
    const token = await saveCard(bench, newPayment())
    await rejectWrongFields(bench.simulator!, 'chargeSavedCard', () =>
      requireCapability(bench, 'savedCards').charge({ ...newPayment(), email, token }),
    )
  },
  'charges a saved card once if responses are lost': async (bench, newPayment) => {
    const token = await saveCard(bench, newPayment())
    await withEachFault(bench.simulator!, 'chargeSavedCard', async () => {
      const payment = newPayment()
      return {
        movesKobo: payment.amountKobo,
        send: () => requireCapability(bench, 'savedCards').charge({ ...payment, email, token }),
        finish: async () => void requireSuccess(await bench.connector.payments.query(payment)),
      }
    })
  },
}

const accountName = 'Ade Stores'

export const transferAccountTests: Tests = {
  'opens an account number that the exact amount pays': async (bench, newPayment) => {
    const payment = newPayment()
    const transferAccounts = requireCapability(bench, 'transferAccounts')
    const account = await transferAccounts.open({ ...payment, email, accountName })
    assert.match(account.accountNumber, /^\d{10}$/)
    assert.ok(account.expiresAt instanceof Date && !Number.isNaN(account.expiresAt.getTime()))
    const other = await transferAccounts.open({ ...newPayment(), email, accountName })
    assert.notEqual(other.accountNumber, account.accountNumber)
    await bench.transferIn(account.accountNumber, payment.amountKobo - 100)
    assert.deepEqual(await bench.connector.payments.query(payment), { kind: 'open' })
    await bench.transferIn(account.accountNumber, payment.amountKobo)
    assert.equal(requireSuccess(await bench.connector.payments.query(payment)).paidBy, 'bank_transfer')
  },
}

export const transferAccountFaultTests: Tests = {
  'opens an account number that is paid once, and returns its money once, if responses are lost': async (
    bench,
    newPayment,
  ) => {
    const transferAccounts = requireCapability(bench, 'transferAccounts')
    await withEachFault(bench.simulator!, 'openAccount', async () => {
      const payment = newPayment()
      let accountNumber = ''
      return {
        movesKobo: 0,
        async send() {
          accountNumber = (await transferAccounts.open({ ...payment, email, accountName })).accountNumber
        },
        async finish() {
          await bench.transferIn(accountNumber, payment.amountKobo)
          requireSuccess(await bench.connector.payments.query(payment))
          await transferAccounts.returnTransfer(payment.reference)
          await transferAccounts.returnTransfer(payment.reference)
        },
      }
    })
  },
}

/** Requests a code of a processor for the payer of a bank that it works with. */
const openCode = (bench: ConformanceBench, payment: SentPayment) =>
  requireCapability(bench, 'ussd').open({
    ...payment,
    channel: 'ussd',
    email,
    merchantName: accountName,
    dial: bench.dial!,
    bankCode: '058',
  })

export const ussdTests: Tests = {
  'gives a code that is paid once, also if responses are lost': async (bench, newPayment) => {
    await withEachFault(bench.simulator!, 'openCode', async () => {
      const payment = newPayment()
      let dialled = ''
      return {
        movesKobo: payment.amountKobo,
        async send() {
          const { code, expiresAt } = await openCode(bench, payment)
          assert.ok(code.startsWith(`*${bench.dial}*`) && expiresAt > new Date(), code)
          assert.deepEqual(await bench.connector.payments.query(payment), { kind: 'open' })
          dialled = code
        },
        async finish() {
          await bench.dialCode!(dialled, true)
          assert.equal(requireSuccess(await bench.connector.payments.query(payment)).paidBy, 'ussd')
        },
      }
    })
  },
  'reports a payment that was not confirmed on the phone as declined if it learns that, and not while another code is open':
    async (bench, newPayment) => {
      const payment = newPayment()
      const [first, second] = [await openCode(bench, payment), await openCode(bench, payment)]
      await bench.dialCode!(first.code, false)
      assert.deepEqual(await bench.connector.payments.query(payment), { kind: 'open' })
      await bench.dialCode!(second.code, false)
      const declined = await bench.connector.payments.query(payment)
      if (!bench.areCodesDeclined) return assert.deepEqual(declined, { kind: 'open' })
      assert.ok(declined.kind === 'failed' && declined.reason === 'declined_by_payer', JSON.stringify(declined))
    },
}
