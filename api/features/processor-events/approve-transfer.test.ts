import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { freezeMerchantPayouts, unfreezeMerchantPayouts } from '@adire/contract/back-office/merchants.ts'
import { holdPayout, releasePayout } from '@adire/contract/back-office/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { like } from 'drizzle-orm'
import { openPaystackSimulator } from '../../../testing/paystack/simulator.ts'
import { outbox } from '../../jobs/tables.ts'
import { atEnd } from '../../testing/at-end.ts'
import { noLimit, secretKey } from '../../testing/live-fixture.ts'
import { mailsTo } from '../../testing/mails.ts'
import { reconciledFixture } from '../../testing/reconciled-fixture.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'

/** A live business with proceeds, whose processor asks before each payout. */
async function askedFixture(t: TestContext) {
  const paystack = await openPaystackSimulator({ port: 0, secretKeys: { test: 'sk_test_x', live: secretKey } })
  atEnd(t, () => paystack.close())
  const settings = { PAYSTACK_URL: paystack.url, PAYSTACK_SECRET_KEY: secretKey, ...noLimit }
  const fixture = await reconciledFixture(t, 'paystack', { simulator: paystack, settings })
  const { app } = fixture
  const approvalUrl = `${app.url}/providers/paystack/transfer-approvals`
  paystack.control.setApprovalUrl({ url: approvalUrl })
  await fixture.addAccount()
  const sign = (body: string, key = secretKey) => createHmac('sha512', key).update(body).digest('hex')
  const ask = async (question: object, { signature }: { signature?: string } = {}) => {
    const body = JSON.stringify(question)
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature ?? sign(body) }
    return (await fetch(approvalUrl, { method: 'POST', headers, body })).status
  }
  return { ...fixture, paystack, control: paystack.control, sign, ask }
}

test('a payout is approved while it is under way and not stopped, with its own amount, and by a signed question only', async (t) => {
  const {
    app,
    call,
    merchantId: id,
    payByPage,
    morning,
    newest,
    settle,
    control,
    ask,
    sign,
    listPayouts,
  } = await askedFixture(t)
  await payByPage()
  const { amountKobo } = (await morning(1))!
  const [{ reference }] = (await listPayouts()) as [{ reference: string }]
  await t.waitFor(() => assert.deepEqual(control.readApprovals(), [{ reference, status: 200 }]), { timeout: 60_000 })
  const question = { reference, amount: amountKobo }
  assert.equal(await ask(question), 200)
  assert.equal(await ask({ event: 'transfer', data: { reference, amount: String(amountKobo) } }), 200)
  const office = asStaff(app, await createStaff(app, 'admin'))
  await office(freezeMerchantPayouts, { id, reason: 'We are checking your last payments' })
  assert.equal(await ask(question), 400, 'payouts of the business are stopped')
  await office(unfreezeMerchantPayouts, { id })
  assert.equal(await ask(question), 200)
  const key = { merchantId: id, id: (await newest())!.id }
  await office(holdPayout, { ...key, reason: 'We are checking your last payments' })
  assert.equal(await ask(question), 400, 'it is held')
  await app.drain()
  const { content: told } = await call(listNotifications, { limit: 100 })
  assert.equal(told.filter(({ title }) => / is on hold$/.test(title)).length, 1)
  await office(releasePayout, key)
  assert.equal(await ask(question), 200)
  await app.drain()
  assert.deepEqual(await readEmails(app, /was rejected/), [], 'it is no theft')
  assert.equal(await ask({ ...question, amount: amountKobo + 1 }), 400)
  assert.equal(await ask({ ...question, reference: `${reference}0` }), 400)
  assert.equal(await ask({}), 400)
  assert.equal(await ask(question, { signature: sign(JSON.stringify(question), 'sk_live_other') }), 401)
  assert.equal(await ask(question, { signature: '' }), 401)
  await control.settleTransfer({ reference, status: 'success' })
  await settle()
  assert.equal((await newest())!.status, 'success')
  assert.equal(await ask(question), 400, 'it has ended')
})

test('a transfer that somebody else requests with our key is rejected, and the operator is told once a day', async (t) => {
  const { app, paystack, control } = await askedFixture(t)
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
    const response = await fetch(paystack.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await response.json()) as { data: Record<string, string> }).data
  }
  const account = { type: 'nuban', name: 'EVE', account_number: '0690000031', bank_code: '044', currency: 'NGN' }
  const { recipient_code: recipient } = await post('/transferrecipient', account)
  for (const reference of ['stolen-0123456789-1', 'stolen-0123456789-2'])
    await post('/transfer', { source: 'balance', amount: 900_000, recipient, reference })
  const rejected = () => control.readApprovals().map(({ status }) => status)
  await t.waitFor(() => assert.deepEqual(rejected(), [400, 400]), { timeout: 60_000 })
  // The queue sends one email for a key, which names the day.
  const emails = await app.runtime.database.read((tx) =>
    tx.select({ key: outbox.key }).from(outbox).where(like(outbox.key, 'transfer-rejected:%')),
  )
  assert.equal(new Set(emails.map(({ key }) => key)).size, 1)
  await app.drain()
  const mails = await mailsTo(app, app.runtime.config.operatorEmail)
  const mail = mails.find(({ subject }) => subject.includes('A transfer at Paystack was rejected'))
  assert.match(mail!.text, /stolen-0123456789/)
})
