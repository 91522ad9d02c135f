import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { acceptDispute, addEvidence, contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { like } from 'drizzle-orm'
import sharp from 'sharp'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { ledgerEntries } from '../../ledger/tables.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'
import { samplePdf, testDocument } from '../../testing/onboarding.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { processorEvents } from '../processor-events/tables.ts'
import { queryOpenDisputes } from './check.ts'
import { renderResponsePdf } from './response-pdf.ts'
import { disputes } from './tables.ts'

const message = 'The lace was handed over on 3 March and signed for.'

const drawPicture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#2450D8' } })
    .png()
    .toBuffer()

/** A live business with a payment of NGN 5,000 that its payer can dispute at Paystack. */
async function disputable(t: TestContext) {
  const fixture = await liveFixture(t)
  const { app, call, merchantId, paystack, pay } = fixture
  const { control } = paystack
  await pay()
  const { charge, payment } = await pay()
  const listed = async () => (await call(listDisputes, { paymentId: payment.id })).content
  const dispute = async () => call(getDispute, { id: (await listed())[0]!.id })
  const open = async () => {
    const { id } = await control.openDispute({ reference: charge, message: 'I got nothing' })
    await app.drain()
    return id
  }
  const read = <T>(use: Parameters<typeof app.runtime.database.read<T>>[0]) => app.runtime.database.read(use)
  /** Number of entries in the ledger, and the amount that is held. */
  const booked = async () => {
    const { id } = await dispute()
    const entries = await read((tx) => tx.$count(ledgerEntries, like(ledgerEntries.reference, `dispute:${id}:%`)))
    return [entries, await read((tx) => getBalance(tx, merchantAccount(merchantId, 'reserved')))]
  }
  const send = async () =>
    runJob(app.runtime, 'send-dispute-response', { merchantId, id: (await dispute()).id }, merchantId)
  const check = async () => {
    await runNow(app.runtime, 'check-disputes')
    await app.drain()
  }
  const status = async () => (await call(getPayment, { id: payment.id })).status
  const requests = (operation: string) => control.readRequests().filter((one) => one.operation === operation)
  return { ...fixture, control, charge, payment, listed, dispute, open, booked, send, check, status, requests }
}

test('a dispute at Paystack is contested with one PDF of all evidence, and lost: the money is booked once', async (t) => {
  const { app, call, control, payment, listed, dispute, open, booked, send, status, requests } = await disputable(t)
  control.addEventRule({ event: 'charge.dispute.create', mode: 'repeat', times: 3 })
  const id = await open()
  await control.remindOfDispute({ id })
  await app.drain()
  const opened = await dispute()
  assert.equal((await listed()).length, 1)
  assert.deepEqual(
    [opened.paymentId, opened.amountKobo, opened.heldKobo, opened.reason, opened.status],
    [payment.id, 500_000, 500_000, 'I got nothing', 'awaiting_merchant_feedback'],
  )
  const dueMs = new Date(opened.dueAt).getTime() - Date.now()
  assert.ok(dueMs > 23 * hourMs && dueMs <= 24 * hourMs)

  const picture = await drawPicture()
  const add = (evidenceType: 'receipt' | 'delivery' | 'other', name: string, content?: Uint8Array) =>
    call(addEvidence, { id: opened.id, evidenceType, document: testDocument(name, content) })
  await add('receipt', 'receipt.pdf', samplePdf())
  await add('delivery', 'delivery.png', picture)
  const contested = await call(contestDispute, { id: opened.id, message })
  assert.equal(contested.status, 'awaiting_bank_feedback')
  await assert.rejects(add('other', 'late.pdf'), errorWith(409, 'dispute_answered'))
  const check = () => runJob(app.runtime, 'check-dispute', { processor: 'paystack', reference: String(id) })
  await check()
  assert.equal((await dispute()).status, 'awaiting_bank_feedback', 'Paystack does not have the response yet')
  for (const operation of ['dispute_fetch', 'dispute_evidence', 'dispute_uploadUrl', 'dispute_resolve'])
    for (const kind of ['cut-before', 'cut-after'] as const) {
      control.addFault({ operation, kind })
      await assert.rejects(send(), `${operation} ${kind}`)
    }
  await app.drain()
  await send()
  assert.deepEqual((await dispute()).events.map(({ kind }) => kind).slice(0, 2), ['sent', 'contested'])
  const changes = { status: 'awaiting-merchant-feedback' }
  control.addFault({ operation: 'dispute_fetch', kind: 'changed-response', changes })
  await check()
  assert.equal((await dispute()).status, 'awaiting_merchant_feedback', 'the bank asks for more')
  await check()
  assert.equal((await dispute()).status, 'awaiting_bank_feedback', 'someone responded at Paystack')
  assert.deepEqual(
    requests('dispute_resolve').map(({ status }) => status),
    [null, null],
    'the second was carried out, though its response was lost',
  )
  assert.equal((await booked())[0], 1)

  control.addEventRule({ event: 'charge.dispute.resolve', mode: 'repeat', times: 3 })
  await control.closeDispute({ id, resolution: 'bank-accepted' })
  await app.drain()
  const lost = await dispute()
  assert.deepEqual([lost.status, lost.resolution, lost.lostKobo], ['resolved', 'lost', 500_000])
  assert.deepEqual(await booked(), [2, 0])
  assert.equal(await status(), 'reversed')
  assert.deepEqual(control.readViolations(), [])
})

test('a dispute that Paystack decides for the payer after it was won is lost after all, once', async (t) => {
  const { app, control, listed, dispute, open, booked, status } = await disputable(t)
  const id = await open()
  await control.closeDispute({ id, resolution: 'declined' })
  await app.drain()
  assert.deepEqual([(await dispute()).resolution, await booked()], ['won', [2, 0]])
  const changes = { status: 'resolved', resolution: 'bank-accepted' }
  control.addFault({ operation: 'dispute_fetch', kind: 'changed-response', changes, count: 2 })
  const check = () => runJob(app.runtime, 'check-dispute', { processor: 'paystack', reference: String(id) })
  await check()
  await check()
  const lost = await dispute()
  assert.deepEqual(
    [(await listed()).length, lost.status, lost.resolution, lost.lostKobo],
    [1, 'resolved', 'lost', 500_000],
  )
  assert.deepEqual([await booked(), await status()], [[4, 0], 'reversed'])
  assert.deepEqual(lost.events.map(({ kind }) => kind).slice(0, 3), ['resolved', 'reopened', 'resolved'])
})

test('a dispute that Paystack has closed is found also if older ones are open there', async (t) => {
  const { app, pay, control, open, dispute } = await disputable(t)
  const older = await pay()
  await control.openDispute({ reference: older.charge, message: 'I got nothing' })
  await app.drain()
  const id = await open()
  control.addEventRule({ event: 'charge.dispute.resolve', mode: 'drop' })
  await control.closeDispute({ id, resolution: 'declined' })
  await app.drain()
  const check = async () => {
    await queryOpenDisputes({ limit: 1 })(jobUnitOfWork(app.runtime))
    await app.drain()
  }
  await check()
  assert.equal((await dispute()).status, 'resolved')
})

test('an accepted dispute ends when Paystack has it, and once, also if its response is lost', async (t) => {
  const { app, call, control, dispute, open, booked, send, check, status, requests } = await disputable(t)
  await open()
  const { id } = await dispute()
  const accepted = await call(acceptDispute, { id, amountKobo: 200_000 })
  assert.deepEqual([accepted.status, accepted.lostKobo], ['awaiting_bank_feedback', 0])
  await assert.rejects(call(contestDispute, { id, message }), errorWith(409, 'dispute_answered'))
  control.addEventRule({ event: '*', mode: 'drop', count: 100 })
  control.addFault({ operation: 'dispute_resolve', kind: 'cut-after' })
  await assert.rejects(app.drain())
  assert.equal((await dispute()).status, 'awaiting_bank_feedback')
  await Promise.all([send(), send(), check()])
  const ended = await dispute()
  assert.deepEqual([ended.status, ended.resolution, ended.lostKobo], ['resolved', 'merchant_accepted', 200_000])
  assert.deepEqual(await booked(), [2, 0])
  assert.equal(await status(), 'partially_refunded')
  assert.equal(requests('dispute_resolve').length, 1)
  assert.deepEqual(control.readViolations(), [])
})

test('a dispute that Paystack resolves for the merchant is won, also if its events come late, in another order or never', async (t) => {
  const { app, control, charge, listed, dispute, booked, check, status } = await disputable(t)
  control.addEventRule({ event: '*', mode: 'hold', count: 2 })
  const { id } = await control.openDispute({ reference: charge })
  await control.closeDispute({ id, resolution: 'declined' })
  await control.releaseEvents({ isInOrder: false })
  await app.drain()
  const won = await dispute()
  assert.deepEqual([won.status, won.resolution, won.lostKobo, won.heldKobo], ['resolved', 'won', 0, 0])
  assert.deepEqual(await booked(), [2, 0])
  assert.equal(await status(), 'success')

  control.addEventRule({ event: '*', mode: 'drop', count: 100 })
  const second = await control.openDispute({ reference: charge })
  assert.equal((await listed()).length, 1)
  await check()
  assert.deepEqual((await listed()).map((one) => one.status).sort(), ['awaiting_merchant_feedback', 'resolved'])
  await control.closeDispute({ id: second.id, resolution: 'auto-accepted' })
  await check()
  assert.deepEqual((await listed()).map((one) => one.resolution).sort(), ['auto_accepted', 'won'])
  assert.deepEqual(control.readViolations(), [])
})

test('a deadline is asked about, a response that Paystack rejects comes back, and other disputes are not ours', async (t) => {
  const { app, call, control, open, dispute, listed, check } = await disputable(t)
  control.addFault({ operation: 'dispute_fetch', kind: 'changed-response', changes: { domain: 'test' } })
  const opening = await open()
  assert.deepEqual(await listed(), [], 'a dispute of test mode')
  const unasked = await control.payUnasked({ domain: 'live', amountKobo: 500_000, email: 'eze@mail.ng' })
  await control.openDispute(unasked)
  control.addFault({
    operation: 'dispute_fetch',
    kind: 'changed-response',
    changes: { resolution: 'new', status: 'resolved' },
  })
  await assert.rejects(check(), /resolution new/)
  await check()
  const opened = await dispute()
  assert.equal((await call(listDisputes, {})).totalElements, 1)

  const dueAt = new Date(Date.now() + 30 * hourMs).toISOString()
  control.addFault({ operation: 'dispute_fetch', kind: 'changed-response', changes: { dueAt }, count: 2 })
  await check()
  assert.equal((await dispute()).dueAt, dueAt)

  control.addFault({ operation: 'dispute_uploadUrl', kind: 'changed-response', changes: { fileName: 'unknown' } })
  await call(contestDispute, { id: opened.id, message })
  await app.drain()
  const returned = await dispute()
  assert.deepEqual([returned.status, returned.message], ['awaiting_merchant_feedback', message])
  assert.match(returned.events[0]!.text, /could not be delivered: Uploaded file was not found/)
  assert.equal(control.readViolations().length, 1)

  app.forward(40 * hourMs)
  await app.drain()
  assert.equal((await dispute()).status, 'awaiting_merchant_feedback', 'Paystack decides what no response means')
  await control.closeDispute({ id: opening, resolution: 'auto-accepted' })
  await app.drain()
  assert.equal((await dispute()).resolution, 'auto_accepted')
})

test('the operator is emailed once a day about a dispute of a payment that is refunded, which nobody can answer here', async (t) => {
  const { app, call, paystack, payment, listed, open, check, control } = await disputable(t)
  await call(requestRefund, { id: payment.id, amountKobo: 500_000, reason: 'duplicate' })
  const response = await fetch(`${paystack.url}/refund`, { headers: { authorization: `Bearer ${secretKey}` } })
  const [refund] = ((await response.json()) as { data: { id: number }[] }).data
  await control.settleRefund({ id: refund!.id, status: 'processed' })
  await app.drain()
  const id = await open()
  await check()
  assert.deepEqual(await listed(), [])
  const mails = await readEmails(app, /Answer a dispute in the dashboard of Paystack/)
  assert.deepEqual([mails.length, mails[0]!.text.includes(String(id))], [1, true])
  await control.closeDispute({ id, resolution: 'declined' })
  app.forward(24 * hourMs)
  await check()
  assert.equal((await readEmails(app, /Answer a dispute/)).length, 1)
})

test('a late answer to an earlier response is not taken for one to the newest', async (t) => {
  const { app, call, control, open, dispute, send, requests } = await disputable(t)
  const id = await open()
  const respond = async (text: string) => {
    await call(contestDispute, { id: (await dispute()).id, message: text })
    return (await dispute()).status
  }
  /** Sends the response; its last query is answered at once, and the answer arrives when `meanwhile` is over. */
  const sendSlowly = async (meanwhile: () => Promise<unknown>) => {
    const before = requests('dispute_fetch').length
    control.addFault({ operation: 'dispute_fetch', kind: 'changed-response', changes: {} })
    control.addFault({ operation: 'dispute_fetch', kind: 'silence', silenceMs: 60_000 })
    const sending = send()
    await t.waitFor(() => assert.equal(requests('dispute_fetch').length, before + 2), { interval: 20, timeout: 60_000 })
    await meanwhile()
    control.endPauses()
    await sending
  }
  await respond('This is the first response')
  const unknownFile = { fileName: 'unknown' }
  control.addFault({ operation: 'dispute_uploadUrl', kind: 'changed-response', changes: unknownFile, count: 2 })
  await sendSlowly(async () => {
    await send()
    assert.equal((await dispute()).status, 'awaiting_merchant_feedback')
    assert.equal(await respond('This is the second response'), 'awaiting_bank_feedback')
  })
  const second = await dispute()
  assert.deepEqual([second.status, second.message], ['awaiting_bank_feedback', 'This is the second response'])
  assert.equal(second.events.filter(({ kind }) => kind === 'rejected').length, 1)

  // The bank asks for more while the answer about the second response is on its way: the third one is still to be sent.
  const check = () => runJob(app.runtime, 'check-dispute', { processor: 'paystack', reference: String(id) })
  await sendSlowly(async () => {
    await check()
    const changes = { status: 'awaiting-merchant-feedback' }
    control.addFault({ operation: 'dispute_fetch', kind: 'changed-response', changes })
    await check()
    assert.equal((await dispute()).status, 'awaiting_merchant_feedback')
    await respond('This is the third response')
  })
  const [third] = await app.runtime.database.read((tx) => tx.select().from(disputes))
  assert.deepEqual(
    [third!.status, third!.message, third!.sentAt],
    ['awaiting_bank_feedback', 'This is the third response', null],
  )
})

test('the response is one PDF: the message, a page for each picture, and the pages of each PDF that opens', async () => {
  const whole = await renderResponsePdf({
    business: 'Adé Stores',
    reference: 'dsp_1',
    paymentReference: 'pay_1',
    message: `${message} Ẹ ṣé! `.repeat(20),
    brand: 'Adire',
    at: new Date(0),
    documents: [
      { name: 'Proof of delivery', contentType: 'image/png', content: await drawPicture() },
      { name: 'Receipt or invoice', contentType: 'application/pdf', content: samplePdf() },
      { name: 'Other evidence', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 cut off') },
    ],
  })
  const pages = (await PDFDocument.load(samplePdf())).getPageCount()
  assert.equal((await PDFDocument.load(whole)).getPageCount(), 2 + pages + 1)
})

test('a dispute that Paystack reported for another business before changes nothing', async (t) => {
  const { app, control, charge, listed } = await disputable(t)
  const { database } = app.runtime
  const { id } = await control.openDispute({ reference: charge, message: 'I got nothing' })
  const other = await app.createUser()
  await database.write((tx) =>
    tx.$client.query(
      `insert into disputes (merchant_id, payment_id, reference, processor, processor_reference, amount_kobo, category, reason, status,
         created_at, due_at)
       values ($1, gen_random_uuid(), 'dsp_other', 'paystack', $2, 1, 'chargeback', '', 'awaiting_merchant_feedback', now(), now())`,
      [other.merchantId, id],
    ),
  )
  const before = await database.read((tx) => tx.select().from(disputes))
  await app.drain()
  assert.deepEqual(await listed(), [])
  assert.deepEqual(await database.read((tx) => tx.select().from(disputes)), before)
  const [event] = await database.read((tx) =>
    tx.select().from(processorEvents).where(like(processorEvents.name, '%dispute%')),
  )
  assert.match(event!.effect!, /^Nothing: Paystack reported the dispute dsp_other for a payment of another business/)
})
