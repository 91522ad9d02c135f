import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  getCheckoutState,
  payByCard,
  payByTransfer,
  simulateOutcome,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import { cancelInvoice, createSimpleInvoice, getInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { encodeMessage } from '../../connectors/sandbox/messages.ts'
import { sandboxCharges } from '../../connectors/sandbox/tables.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { mailsTo } from '../../testing/mails.ts'
import { receiveWebhook } from './transfer.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }
const accepted = { outcome: 'accepted', reason: null }
const returned = { outcome: 'returned', reason: 'DUPLICATE' }

/** References of the transfers that the sandbox accepted and did not return. */
const takenBySandbox = (app: TestApp) =>
  app.runtime.database.read(async (tx) =>
    (await tx.select().from(sandboxCharges))
      .filter(({ status }) => status === 'success')
      .map(({ reference }) => reference),
  )

async function invoiced(t: TestContext) {
  const app = await testApp(t)
  const merchant = app.as(await app.createUser())
  const payer = app.asNobody()
  const { id } = await merchant.call(createSimpleInvoice, {
    customerEmail: 'ada@example.com',
    description: 'Bridal fitting',
    amountKobo: 700_000,
    dueOn: addDays(lagosDay(app.runtime.clock()), 14),
  })
  const slug = (await merchant.call(sendInvoice, { id })).url.split('/').at(-1)!
  const open = async () => {
    const begun = { slug, checkoutId: crypto.randomUUID(), email: 'uche@example.com' }
    const { accessCode } = await payer.call(startPayment, begun)
    const { transfer, reference } = await payer.call(payByTransfer, { accessCode })
    return { accessCode, reference, accountNumber: transfer!.accountNumber }
  }
  const send = ({ accountNumber }: { accountNumber: string }) =>
    payer.call(simulateTransfer, { accountNumber, amountKobo: 700_000 })
  const pending = () =>
    app.runtime.database.read((tx) => getBalance(tx, merchantAccount(merchant.merchantId, 'pending')))
  return { app, merchant, payer, id, open, send, pending }
}

test('of concurrent transfers to an invoice one is accepted, and the others are returned at once', async (t) => {
  const { app, merchant, payer, id, open, send, pending } = await invoiced(t)
  const opened = [await open(), await open(), await open()]
  const outcomes = await Promise.all(opened.map(send))
  assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['accepted', 'returned', 'returned'])
  // Decided when the transfer arrives, without a job.
  const invoice = await merchant.call(getInvoice, { id })
  assert.deepEqual([invoice.status, invoice.paidKobo, invoice.payments.length], ['paid', 700_000, 1])
  assert.ok(!invoice.events.some(({ kind }) => kind === 'overpaid'))
  const { content } = await merchant.call(listPayments, { status: 'paid' })
  assert.equal(content.length, 1)
  assert.equal(await pending(), content[0]!.netKobo)

  const other = opened.find((_, index) => outcomes[index]!.outcome === 'returned')!
  const state = await payer.call(getCheckoutState, { accessCode: other.accessCode })
  assert.deepEqual(
    [state.status, state.failure?.code, state.returned],
    ['abandoned', 'paid_otherwise', { amountKobo: 700_000, reason: 'DUPLICATE' }],
  )
  assert.equal((await takenBySandbox(app)).length, 3)
  await app.drain()
  assert.deepEqual(await takenBySandbox(app), [content[0]!.reference])
  const mails = (await mailsTo(app, 'uche@example.com')).filter(({ subject }) =>
    subject.includes('is being returned to you'),
  )
  assert.equal(mails.length, 2)
  assert.match(mails[0]!.text, /could not be accepted: it was paid in another way or is no longer owed\./)
  assert.match(mails[0]!.text, /there is nothing left to pay/)
  assert.doesNotMatch(mails[0]!.text, /already paid|Amount due/)
})

test('a transfer to a cancelled invoice is not called paid, and nobody is told to pay what is no longer owed', async (t) => {
  const { app, merchant, payer, id, open, send } = await invoiced(t)
  const { accessCode, accountNumber, reference } = await open()
  const { note } = await payer.call(simulateOutcome, { accessCode, outcome: 'short' })
  assert.match(note, /not the exact amount/)
  await merchant.call(cancelInvoice, { id })
  assert.deepEqual(await send({ accountNumber }), returned)
  await app.drain()
  const [short, exact] = (await mailsTo(app, 'uche@example.com')).toSorted((one, other) =>
    one.subject < other.subject ? -1 : 1,
  )
  for (const { text } of [short!, exact!]) {
    assert.match(text, /It has been paid in another way or is no longer owed, so there is nothing left to pay\./)
    assert.doesNotMatch(text, /already paid|Amount due|get a new account number|send exactly/)
  }
  const [payment] = (await merchant.call(listPayments, { search: reference })).content
  const { events } = await merchant.call(getPayment, { id: payment!.id })
  const sentBack = events.filter(({ kind }) => kind === 'transfer_returned').map(({ text }) => text.split(': ')[1])
  assert.deepEqual(sentBack.toSorted(), [
    'it was not the exact amount',
    'it was paid in another way or is no longer owed',
  ])
})

test('a payer who paid twice is not told to send the amount again while the event of the first transfer is late', async (t) => {
  const { app, payer, open } = await invoiced(t)
  const { accessCode, reference } = await open()
  const receive = (message: string) => receiveWebhook({ ...jobUnitOfWork(app.runtime), mode: 'TEST' }, message)
  const transfer = { reference, amountKobo: 700_000 }
  const second = { ...transfer, event: 'transfer.returned', reason: 'DUPLICATE', senderAccount: '0000000018' } as const
  await receive(encodeMessage(second))
  const waiting = await payer.call(getCheckoutState, { accessCode })
  assert.deepEqual([waiting.status, waiting.failure], ['pending', null])
  await receive(encodeMessage({ event: 'transfer.received', ...transfer }))
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'success')
  await app.drain()
  const [mail] = (await mailsTo(app, 'uche@example.com')).filter(({ subject }) => subject.includes('returned to you'))
  assert.match(mail!.text, /could not be accepted: the payment was already paid\./)
})

test('a returned transfer is not accepted when its event is repeated, and a further one is returned too', async (t) => {
  const { app, merchant, id, open, send, pending } = await invoiced(t)
  const [first, second] = [await open(), await open()]
  assert.deepEqual([await send(first), await send(second)], [accepted, returned])
  const before = await pending()
  const unitOfWork = jobUnitOfWork(app.runtime)
  const message = encodeMessage({ event: 'transfer.received', reference: second.reference, amountKobo: 700_000 })
  assert.equal((await receiveWebhook({ ...unitOfWork, mode: 'TEST' }, message))?.kind, 'returned')
  await app.drain()
  assert.deepEqual(await send(second), returned)
  await app.drain()
  const [payment] = (await merchant.call(listPayments, { search: second.reference })).content
  const { events } = await merchant.call(getPayment, { id: payment!.id })
  assert.deepEqual([payment!.status, payment!.netKobo], ['abandoned', 0])
  assert.equal(events.filter(({ kind }) => kind === 'transfer_returned').length, 2)
  assert.equal((await merchant.call(getInvoice, { id })).paidKobo, 700_000)
  assert.equal(await pending(), before)
})

test('a transfer to an earlier account number of a purchase is returned once the purchase is paid, also if it was already sent', async (t) => {
  const { app, merchant, payer, begin, accessCode, state, detail } = await checkoutFixture(t)
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  const late = await begin('bola@example.com')
  await payer.call(payByTransfer, { accessCode: late.accessCode })
  await payer.call(simulateOutcome, { accessCode: late.accessCode, outcome: 'time_out' })
  const paid = await begin('chidi@example.com')
  await payer.call(payByCard, { accessCode: paid.accessCode, ...card })

  const { accountNumber } = transfer!
  assert.deepEqual(await payer.call(simulateTransfer, { accountNumber, amountKobo: 500_000 }), returned)
  const { note } = await payer.call(simulateOutcome, { accessCode: late.accessCode, outcome: 'in_flight' })
  assert.match(note, /Sent back to the payer/)
  assert.deepEqual((await detail(state.reference)).status, 'abandoned')
  assert.equal((await merchant.call(listPayments, { status: 'paid' })).totalElements, 1)
  await app.drain()
  assert.deepEqual(await takenBySandbox(app), [paid.reference])
})
