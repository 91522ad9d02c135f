import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerBank,
  getCheckoutState,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  simulateTransfer,
  transferGraceMs,
} from '@adire/contract/checkout.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getOverview, listPayments } from '@adire/contract/payments.ts'
import { decode as decodePng } from 'fast-png'
import { encode as encodeQr } from 'uqr'
import { sandboxBank } from '../../connectors/sandbox/bank.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'

const gtbank = '058'
const zenith = { bankCode: '057', accountNumber: '0000000011' }
const pinThenOtp = { number: '5060666666666666666', cvv: '123', expiryMonth: 12, expiryYear: 2035 }
const net = 481_187

test('a USSD code belongs to the chosen bank, pays once, and the payment names the bank', async (t) => {
  const { payer, merchant, accessCode, detail } = await checkoutFixture(t)
  const ussd = await payer.call(payByUssd, { accessCode, bankCode: gtbank })
  assert.deepEqual([ussd.step, ussd.channel, ussd.ussd?.bankName], ['pay_offline', 'ussd', 'Guaranty Trust Bank'])
  assert.match(ussd.ussd!.code, /^\*737\*000\*\d{8}#$/)
  assert.deepEqual((await payer.call(payByUssd, { accessCode, bankCode: gtbank })).ussd, ussd.ussd)
  const other = await payer.call(payByUssd, { accessCode, bankCode: '057' })
  assert.equal(other.ussd!.code, ussd.ussd!.code.replace('737', '966'))
  const wrong = payer.call(payByUssd, { accessCode, bankCode: '999' })
  await assert.rejects(wrong, errorWith(422, 'validation_error', 'bankCode'))

  const paid = await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
  assert.deepEqual([paid.note, paid.state.status], ['The money arrived.', 'success'])
  const again = await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
  assert.deepEqual([again.note, again.state.status], ['Nothing came of it.', 'success'])
  const payment = await detail()
  assert.deepEqual([payment.channel, payment.netKobo], ['ussd', net])
  assert.deepEqual(payment.bank, { name: 'Zenith Bank', last4: null })
  assert.deepEqual(
    payment.events.map(({ kind }) => kind),
    ['paid', 'code_shown', 'code_shown', 'started'],
  )
  const { content } = await merchant.call(listPayments, { channel: 'ussd' })
  assert.deepEqual([content.length, (await merchant.call(listPayments, { channel: 'qr' })).content.length], [1, 0])
})

test('a QR code contains currency, amount, merchant and a checksum; after a decline it cannot be paid', async (t) => {
  const { payer, accessCode, begin, detail } = await checkoutFixture(t)
  const { qr, channel } = await payer.call(payByQr, { accessCode })
  assert.equal(channel, 'qr')
  assert.match(qr!.content, /^000201010212.*5303566.*54075000\.00.*5802NG.*6304[0-9A-F]{4}$/)
  const body = qr!.content.slice(0, -4)
  assert.equal(crc(body), qr!.content.slice(-4))
  assert.deepEqual(readModules(qr!.image), encodeQr(qr!.content, { border: 4, ecc: 'M' }).data)
  assert.deepEqual((await payer.call(payByQr, { accessCode })).qr, qr)
  const { state } = await payer.call(simulateOutcome, { accessCode, outcome: 'decline' })
  assert.deepEqual([state.status, state.failure?.code], ['failed', 'declined_by_payer'])
  await assert.rejects(payer.call(payByQr, { accessCode }), errorWith(409, 'payment_over'))
  assert.equal((await detail()).netKobo, 0)
  const next = await begin()
  await payer.call(payByQr, { accessCode: next.accessCode })
  await payer.call(simulateOutcome, { accessCode: next.accessCode, outcome: 'approve' })
  assert.equal((await detail(next.reference)).netKobo, net)
})

/** Which modules of a QR code in a PNG with two colours are dark. Each is eight pixels wide and high, so one byte of every eighth row. */
function readModules(image: string): boolean[][] {
  const { width, height, data } = decodePng(Buffer.from(image.replace('data:image/png;base64,', ''), 'base64'))
  assert.equal(width, height)
  const rowBytes = width / 8
  return Array.from({ length: rowBytes }, (_, y) =>
    Array.from(data.subarray(y * 8 * rowBytes, (y * 8 + 1) * rowBytes), (byte) => byte === 0),
  )
}

/** CRC-16/CCITT-FALSE, implemented independently of the code under test. */
function crc(text: string): string {
  let value = 0xffff
  for (const byte of Buffer.from(text)) {
    let mixed = ((value >> 8) ^ byte) & 0xff
    mixed ^= mixed >> 4
    value = ((value << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xffff
  }
  return value.toString(16).toUpperCase().padStart(4, '0')
}

test('a USSD or QR code expires after ten minutes, and a new code differs from it', async (t) => {
  const { app, payer, accessCode, runScheduledJobs } = await checkoutFixture(t)
  const first = (await payer.call(payByUssd, { accessCode, bankCode: gtbank })).ussd!
  app.forward(10 * minuteMs)
  const late = await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
  assert.deepEqual([late.note, late.state.status], ['Nothing came of it.', 'pending'])
  const second = (await payer.call(payByUssd, { accessCode, bankCode: gtbank })).ussd!
  assert.notEqual(second.code, first.code)
  app.forward(19 * minuteMs)
  const third = await payer.call(payByUssd, { accessCode, bankCode: gtbank })
  app.forward(9 * minuteMs)
  await runScheduledJobs()
  // The payment does not expire before its last code.
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'pending')
  assert.ok(third.ussd)
  app.forward(3 * minuteMs)
  await runScheduledJobs()
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'abandoned')
})

test('a payer who changes the channel pays once, and earlier attempts cannot be paid any more', async (t) => {
  const { payer, accessCode, detail } = await checkoutFixture(t)
  await payer.call(payByCard, { accessCode, ...pinThenOtp })
  const { ussd, card } = await payer.call(payByUssd, { accessCode, bankCode: gtbank })
  assert.deepEqual([card, Boolean(ussd)], [null, true])
  const stale = payer.call(answerBank, { accessCode, question: 'pin', answer: '1234' })
  await assert.rejects(stale, errorWith(409, 'not_asked'))
  const account = await payer.call(payByAccount, { accessCode, ...zenith })
  assert.deepEqual([account.step, account.ussd, account.card], ['send_birthday', null, null])
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  const state = await payer.call(payByQr, { accessCode })
  assert.deepEqual([state.channel, state.account], ['qr', null])
  // The payer has the account number, so a transfer to it is still accepted; all other channels are closed after that.
  await payer.call(simulateTransfer, { accountNumber: transfer!.accountNumber, amountKobo: 500_000 })
  const late = await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
  assert.equal(late.state.status, 'success')
  const payment = await detail()
  assert.deepEqual([payment.channel, payment.netKobo, payment.bank], ['bank_transfer', net, null])
})

for (const [outcome, status, note] of [
  ['exact', 'success', 'The money arrived.'],
  ['short', 'pending', 'Sent back to the payer: not the exact amount.'],
  ['over', 'pending', 'Sent back to the payer: not the exact amount.'],
  ['twice', 'success', 'The money arrived. Sent back to the payer: this payment was already paid.'],
  ['late', 'abandoned', 'Sent back to the payer: the account number had expired.'],
  ['in_flight', 'success', 'The money arrived.'],
] as const)
  test(`a transfer simulated as "${outcome}" leaves the payment ${status}, and the ledger matches to the kobo`, async (t) => {
    const { payer, merchant, accessCode, detail } = await checkoutFixture(t)
    await assert.rejects(payer.call(simulateOutcome, { accessCode, outcome }), errorWith(409, 'nothing_to_play'))
    await payer.call(payByTransfer, { accessCode })
    const simulated = await payer.call(simulateOutcome, { accessCode, outcome })
    assert.deepEqual([simulated.note, simulated.state.status], [note, status])
    const payment = await detail()
    const isPaid = status === 'success'
    assert.equal(payment.netKobo, isPaid ? net : 0)
    const { unsettledKobo } = await merchant.call(getOverview, { from: '2020-01-01', to: '2020-01-01' })
    assert.equal(unsettledKobo, isPaid ? net : 0)
    const back = { short: 495_000, over: 505_000, twice: 500_000, late: 500_000 }[outcome as string]
    assert.equal(simulated.state.returned?.amountKobo, back)
    assert.equal(payment.events.filter(({ kind }) => kind === 'transfer_returned').length, back ? 1 : 0)
    if (outcome === 'in_flight')
      assert.deepEqual(
        payment.events.map(({ kind }) => kind),
        ['paid', 'abandoned', 'account_opened', 'started'],
      )
    if (outcome === 'short') {
      const { state } = await payer.call(simulateOutcome, { accessCode, outcome: 'exact' })
      assert.deepEqual([state.status, state.failure], ['success', null])
    }
  })

test('a transfer that was sent in time is accepted, also after the payment was abandoned and another channel chosen', async (t) => {
  const { payer, accessCode, detail } = await checkoutFixture(t)
  await payer.call(payByTransfer, { accessCode })
  await payer.call(payByUssd, { accessCode, bankCode: gtbank })
  const { state } = await payer.call(simulateOutcome, { accessCode, outcome: 'in_flight' })
  assert.deepEqual([state.status, state.channel], ['success', 'bank_transfer'])
  const { events, bank, netKobo } = await detail()
  assert.deepEqual([events.map(({ kind }) => kind).slice(0, 2), bank, netKobo], [['paid', 'abandoned'], null, net])
})

test('a transfer whose webhook is lost is found by one more query after its payment was abandoned', async (t) => {
  const { app, payer, accessCode, detail, runScheduledJobs } = await checkoutFixture(t)
  const { transfer } = await payer.call(payByTransfer, { accessCode })
  const late = await payer.call(simulateOutcome, { accessCode, outcome: 'time_out' })
  assert.equal(late.state.status, 'abandoned')
  // The bank accepts the money, but its webhook is lost.
  const { database, clock } = app.runtime
  const store = sandboxStore((callback) => database.write((tx) => callback({ tx, now: clock() })))
  const message = await sandboxBank(store).transfer(transfer!.accountNumber, 500_000, minuteMs)
  assert.match(message!, /transfer\.received/)
  await runScheduledJobs()
  assert.equal((await detail()).status, 'abandoned')
  app.forward(transferGraceMs + 32 * minuteMs)
  await runScheduledJobs()
  const { status, netKobo } = await detail()
  assert.deepEqual([status, netKobo], ['success', net])
})

test('a payment is abandoned when the time for its next action is over', async (t) => {
  const { payer, begin } = await checkoutFixture(t)
  const ways = {
    ussd: (accessCode: string) => payer.call(payByUssd, { accessCode, bankCode: gtbank }),
    qr: (accessCode: string) => payer.call(payByQr, { accessCode }),
    account: (accessCode: string) => payer.call(payByAccount, { accessCode, ...zenith }),
    card: (accessCode: string) => payer.call(payByCard, { accessCode, ...pinThenOtp }),
  }
  for (const [name, pay] of Object.entries(ways)) {
    const { accessCode } = await begin(`${name}@example.com`)
    await pay(accessCode)
    const { state } = await payer.call(simulateOutcome, { accessCode, outcome: 'time_out' })
    assert.equal(state.status, 'abandoned', name)
    const after = await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
    assert.equal(after.state.status, 'abandoned', name)
  }
})

test('simulated outcomes are for test payments: live mode rejects them and does not list them', async (t) => {
  const { app, link, payer, accessCode } = await checkoutFixture(t)
  await payer.call(payByUssd, { accessCode, bankCode: gtbank })
  const live = app.asNobody('LIVE')
  await assert.rejects(live.call(simulateOutcome, { accessCode, outcome: 'approve' }), errorWith(403, 'forbidden'))
  await assert.rejects(live.call(payByUssd, { accessCode, bankCode: gtbank }), errorWith(404, 'payment_not_found'))
  await assert.rejects(live.call(payByQr, { accessCode }), errorWith(404, 'payment_not_found'))
  const unknown = { accessCode: 'A'.repeat(24), outcome: 'approve' as const }
  await assert.rejects(payer.call(simulateOutcome, unknown), errorWith(404, 'payment_not_found'))

  const address = `${app.url}/sandbox/payments/${accessCode}`
  const page = await fetch(address)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Answer on the phone[\s\S]*NGN.5,000\.00[\s\S]*\*737\*000\*/)
  assert.doesNotMatch(page.headers.get('content-security-policy')!, /unsafe/)
  assert.equal((await fetch(`${app.url}/sandbox/payments/${'A'.repeat(24)}`)).status, 404)
  const send = (form: Record<string, string>) => fetch(address, { method: 'POST', body: new URLSearchParams(form) })
  assert.match(await (await send({ outcome: 'nothing' })).text(), /Nothing was chosen/)
  const confirmed = await (await send({ outcome: 'approve' })).text()
  assert.match(confirmed, /The money arrived\./)
  assert.ok(confirmed.includes(`/pay/page/${link.slug}?payment=${accessCode}`))
  assert.equal((await payer.call(getCheckoutState, { accessCode })).status, 'success')
})

test('the forms of one page do not accept payments of another, and a code of another page shows nothing of them', async (t) => {
  const { app, merchant, payer, accessCode } = await checkoutFixture(t)
  const other = await merchant.call(createPaymentLink, { name: 'Another page', amountKobo: 100_000 })
  const address = `${app.url}/pay/page/${other.slug}?payment=${accessCode}`
  const send = (form: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const forms: Record<string, string>[] = [
    { step: 'bank_transfer' },
    { step: 'ussd', bankCode: gtbank },
    { step: 'card', number: '4084084084084081', expiry: '12/39', cvv: '408' },
    { step: 'again', way: 'card' },
    { step: 'simulate', outcome: 'exact' },
  ]
  for (const form of forms) {
    const response = await send(form)
    assert.equal(response.status, 404, form.step)
    assert.doesNotMatch(await response.text(), /ada@example\.com/)
  }
  for (const form of [{}, { step: 'constructor' }, { step: 'nothing' }])
    assert.equal((await send(form as Record<string, string>)).status, 400)
  const state = await payer.call(getCheckoutState, { accessCode })
  assert.deepEqual([state.status, state.step, state.transfer], ['pending', 'select_channel', null])
})
