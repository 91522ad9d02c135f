import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  addRiskBlock,
  blockRiskSubject,
  closeRiskAlert,
  createRiskRule,
  deleteRiskRule,
  getRiskAlert,
  listRiskAlerts,
  listRiskBlocks,
  noteRiskAlert,
  removeRiskBlock,
  reopenRiskAlert,
  riskLimits,
  updateRiskRule,
} from '@adire/contract/back-office/risk.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { payByCard, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import type { Context } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { purgeRiskCounts } from '../risk/count.ts'
import { raiseAlert } from '../risk/raise-alert.ts'
import { riskBlocks, riskCounts } from '../risk/tables.ts'

const expiry = { expiryMonth: 12, expiryYear: 2098 }
const plain = { number: '4084084084084081', cvv: '408', ...expiry }
const declined = { number: '4084080000005408', cvv: '001', ...expiry }

const rule = {
  name: 'Many payments of one payer',
  subject: 'payer',
  metric: 'payments',
  windowMinutes: 60,
  maximum: 2,
  action: 'block',
  isEnabled: true,
  mode: 'TEST',
} as const

/** A business with a link of NGN 5,000.00, and somebody who looks after risk. */
async function scene(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const merchant = app.as(user)
  const payer = app.asNobody()
  const { slug } = await merchant.call(createPaymentLink, { name: 'Lace', amountKobo: 500_000, feeBearer: 'merchant' })
  const person = await createStaff(app, 'risk')
  const start = async (email: string) =>
    (await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })).accessCode
  const pay = async (email: string, card = plain) => payer.call(payByCard, { accessCode: await start(email), ...card })
  const call = asStaff(app, person)
  const alerts = async () => (await call(listRiskAlerts, { status: 'open' })).content
  return { app, user, merchant, payer, start, pay, call, person, alerts }
}

test('a payer above the maximum of a rule is stopped before the card is charged; others and a later hour are not', async (t) => {
  const { app, merchant, pay, call, alerts } = await scene(t)
  await call(createRiskRule, rule)
  assert.equal((await pay('ada@example.com')).status, 'success')
  assert.equal((await pay('ada@example.com')).status, 'success')
  const stopped = await pay('ada@example.com')
  assert.equal(stopped.status, 'failed')
  assert.equal(stopped.failure?.code, 'suspected_fraud')
  assert.equal((await pay('ada@example.com')).status, 'failed')
  assert.equal((await pay('bola@example.com')).status, 'success')

  const [alert, ...others] = await alerts()
  assert.equal(others.length, 0)
  assert.deepEqual(
    [alert?.title, alert?.label, alert?.times, alert?.stopped],
    ['Many payments of one payer', 'ada@example.com', 2, 2],
  )
  const { content } = await merchant.call(listPayments, { search: alert?.lastReference ?? '' })
  const { events } = await merchant.call(getPayment, { id: content[0]!.id })
  assert.ok(events.some(({ text }) => text.startsWith('Stopped by a security rule')))

  // A stopped payment does not count: an hour after those that were sent, the payer can pay.
  app.forward(3_600_001)
  assert.equal((await pay('ada@example.com')).status, 'success')
})

test('payments that are sent at the same moment are counted one after the other', async (t) => {
  const { start, payer, call } = await scene(t)
  await call(createRiskRule, rule)
  const codes = await Promise.all(Array.from({ length: 5 }, () => start('ada@example.com')))
  const outcomes = await Promise.all(codes.map((accessCode) => payer.call(payByCard, { accessCode, ...plain })))
  assert.equal(outcomes.filter(({ status }) => status === 'success').length, 2)
})

test('a rule counts amounts, and an account number that is shown again counts once', async (t) => {
  const { start, payer, call } = await scene(t)
  await call(createRiskRule, { ...rule, metric: 'amount', maximum: 1_200_000 })
  const first = await start('ada@example.com')
  const { transfer } = await payer.call(payByTransfer, { accessCode: first })
  assert.equal(
    (await payer.call(payByTransfer, { accessCode: first })).transfer?.accountNumber,
    transfer?.accountNumber,
  )
  assert.equal(
    (await payer.call(payByCard, { accessCode: await start('ada@example.com'), ...plain })).status,
    'success',
  )
  assert.equal((await payer.call(payByCard, { accessCode: await start('ada@example.com'), ...plain })).status, 'failed')
})

test('a rule about declines raises an alert and stops nothing unless it says so; a rule that is off counts nothing', async (t) => {
  const { pay, call, alerts } = await scene(t)
  const { id } = await call(createRiskRule, { ...rule, metric: 'declines', maximum: 1, action: 'alert' })
  await pay('ada@example.com', declined)
  assert.equal((await alerts()).length, 0)
  await pay('ada@example.com', declined)
  assert.equal((await alerts())[0]?.stopped, 0)
  assert.equal((await pay('ada@example.com')).status, 'success')
  const { mode: _, ...fields } = { ...rule, metric: 'declines', maximum: 1 } as const
  await call(updateRiskRule, { id, ...fields, isEnabled: false })
  assert.equal((await pay('ada@example.com')).status, 'success')
  await call(updateRiskRule, { id, ...fields })
  assert.equal((await pay('ada@example.com')).status, 'failed')
  await call(deleteRiskRule, { id })
  assert.equal((await pay('ada@example.com')).status, 'success')
  await assert.rejects(call(deleteRiskRule, { id }), errorWith(404, 'risk_rule_not_found'))
})

test('what is on the block list cannot pay by any channel, until it is removed or has ended', async (t) => {
  const { app, start, payer, pay, call, alerts } = await scene(t)
  const block = await call(addRiskBlock, {
    kind: 'email',
    value: ' Ada@Example.com ',
    mode: 'TEST',
    reason: 'Stolen cards',
    days: 1,
  })
  assert.equal(block.label, 'ada@example.com')
  assert.equal((await pay('ada@example.com')).status, 'failed')
  const transfer = await payer.call(payByTransfer, { accessCode: await start('ada@example.com') })
  assert.deepEqual([transfer.status, transfer.transfer], ['failed', null])
  assert.equal((await alerts())[0]?.times, 2)
  await assert.rejects(
    call(addRiskBlock, { kind: 'email', value: 'ada@example.com', mode: 'TEST', reason: 'Again' }),
    errorWith(409, 'blocked_already'),
  )
  app.forward(86_400_001)
  assert.equal((await pay('ada@example.com')).status, 'success')

  const domain = await call(addRiskBlock, { kind: 'email_domain', value: 'example.com', mode: 'TEST', reason: 'Test' })
  assert.equal((await pay('bola@example.com')).status, 'failed')
  await call(removeRiskBlock, { id: domain.id, reason: 'A mistake' })
  await call(removeRiskBlock, { id: domain.id, reason: 'A mistake' })
  assert.equal((await pay('bola@example.com')).status, 'success')
  assert.equal((await call(listRiskBlocks, {})).totalElements, 0)
  await assert.rejects(
    call(addRiskBlock, { kind: 'address', value: '10.0.0', mode: 'TEST', reason: 'Test' }),
    errorWith(422, 'validation_error'),
  )
})

test('two entries that are added to the block list at the same moment do not exceed its limit', async (t) => {
  const { app, pay, call, alerts } = await scene(t)
  await call(createRiskRule, { ...rule, maximum: 1, action: 'alert' })
  await pay('ada@example.com')
  await pay('ada@example.com')
  const [alert] = await alerts()
  await insertBlocks(app, riskLimits.blocks - 1)
  const added = await sendWhileLocked<unknown>(app, 'lock table staff_events in share mode', [
    () => call(blockRiskSubject, { id: alert!.id, reason: 'Fraud' }),
    () => call(addRiskBlock, { kind: 'email', value: 'bola@example.com', mode: 'TEST', reason: 'Fraud' }),
  ])
  assert.deepEqual(
    added.map((one) => one.status === 'rejected' && one.reason.code),
    [false, 'too_many_blocks'],
  )
  assert.equal(await app.runtime.database.read((tx) => tx.$count(riskBlocks)), riskLimits.blocks)
})

test('an entry of the block list that has ended does not count towards the limit', async (t) => {
  const { app, call } = await scene(t)
  const email = { kind: 'email', mode: 'TEST', reason: 'Fraud' } as const
  await call(addRiskBlock, { ...email, value: 'ada@example.com', days: 1 })
  await insertBlocks(app, riskLimits.blocks - 1)
  const addAnother = () => call(addRiskBlock, { ...email, value: 'bola@example.com' })
  await assert.rejects(addAnother(), errorWith(409, 'too_many_blocks'))
  app.forward(86_400_000)
  assert.equal((await addAnother()).label, 'bola@example.com')
})

test('what is blocked already is rejected as that, also when the block list is full', async (t) => {
  const { app, call } = await scene(t)
  const email = { kind: 'email', mode: 'TEST', reason: 'Fraud' } as const
  await call(addRiskBlock, { ...email, value: 'ada@example.com' })
  await insertBlocks(app, riskLimits.blocks - 1)
  await assert.rejects(call(addRiskBlock, { ...email, value: 'ada@example.com' }), errorWith(409, 'blocked_already'))
})

/** Adds entries without an end to the block list. */
const insertBlocks = ({ runtime: { database, clock } }: TestApp, count: number) =>
  database.write((tx) =>
    tx.$client.query(
      `insert into risk_blocks (kind, value, label, mode, reason, created_by, created_at)
       select 'email', address, address, 'TEST', 'Fraud', 'Ngozi', $1
       from generate_series(1, $2) number, concat(number, '@example.com') address`,
      [clock(), count],
    ),
  )

test('a card is blocked from its alert, without its number being stored, and the alert records what was done', async (t) => {
  const { app, pay, call, person, alerts } = await scene(t)
  await call(createRiskRule, { ...rule, subject: 'card', maximum: 1, action: 'alert' })
  await pay('ada@example.com')
  assert.equal((await pay('bola@example.com')).status, 'success')
  const [alert] = await alerts()
  assert.equal(alert?.label, 'Card ending 4081')
  const id = alert!.id
  for (let times = 0; times < 2; times++)
    await call(noteRiskAlert, { id, note: 'Asked the bank' }, { idempotencyKey: 'note-1' })
  const blocked = await call(blockRiskSubject, { id, reason: 'Stolen' })
  assert.ok(blocked.isBlocked)
  assert.equal((await pay('chi@example.com')).status, 'failed')
  const closed = await call(closeRiskAlert, { id, outcome: 'blocked', note: 'The bank confirmed the theft' })
  assert.deepEqual(
    closed.actions.map(({ by, text }) => `${by}: ${text}`),
    [
      `${person.name}: Closed (Blocked): The bank confirmed the theft`,
      `${person.name}: Blocked Card ending 4081: Stolen`,
      `${person.name}: Asked the bank`,
    ],
  )
  await assert.rejects(call(closeRiskAlert, { id, outcome: 'no_risk', note: 'Again' }), errorWith(409, 'alert_closed'))
  assert.equal((await call(reopenRiskAlert, { id, note: 'Another report' })).status, 'open')
  const { content } = await asStaff(app, await createStaff(app, 'admin'))(listStaffEvents, {})
  assert.deepEqual(
    content.map(({ action }) => action),
    ['risk_alert.reopened', 'risk_alert.closed', 'risk_block.added', 'risk_rule.created'],
  )
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query(`select 1 from risk_blocks where value like '%408408%' or label like '%408408%'`),
  )
  assert.equal(rows.length, 0)
})

test('a newer alert about the same keeps a closed one closed', async (t) => {
  const { pay, call, alerts } = await scene(t)
  await call(createRiskRule, { ...rule, maximum: 1 })
  await pay('ada@example.com')
  await pay('ada@example.com')
  const [first] = await alerts()
  await call(closeRiskAlert, { id: first!.id, outcome: 'watched', note: 'Looked at it' })
  await pay('ada@example.com')
  assert.equal((await alerts()).length, 1)
  await assert.rejects(call(reopenRiskAlert, { id: first!.id, note: 'Again' }), errorWith(409, 'alert_open'))
  assert.equal((await call(getRiskAlert, { id: first!.id })).outcome, 'watched')
})

test('a rule for one business counts its payments only; what was counted is deleted after the longest window', async (t) => {
  const { app, user, pay, call } = await scene(t)
  const other = await app.createUser('Other')
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ code: string }>('select merchant_code as code from merchants where id = $1', [other.merchantId]),
  )
  await call(createRiskRule, { ...rule, maximum: 1, businessCode: rows[0]!.code })
  await pay('ada@example.com')
  assert.equal((await pay('ada@example.com')).status, 'success')
  await assert.rejects(call(createRiskRule, { ...rule, businessCode: 'M0000000' }), errorWith(422, 'validation_error'))
  assert.ok(user.merchantId)

  await call(createRiskRule, rule)
  await pay('ada@example.com')
  const { database, clock } = app.runtime
  assert.equal(await database.write((tx) => purgeRiskCounts(tx, clock())), 0)
  const week = new Date(clock().getTime() + 8 * 86_400_000)
  assert.equal(await database.write((tx) => purgeRiskCounts(tx, week)), 1)
  assert.equal(await database.read((tx) => tx.$count(riskCounts)), 0)
})

test('new alerts of live businesses are emailed together, once, to those who look after risk', async (t) => {
  const { app, user, person } = await scene(t)
  const others = [await createStaff(app, 'admin'), await createStaff(app, 'finance')]
  const raise = (mode: 'LIVE' | 'TEST', title: string, key: string) =>
    app.runtime.database.write(async (tx) => {
      const context = { tx, mode, realNow: app.runtime.clock() } as Context
      const subject = { key, label: 'ada@example.com' }
      await raiseAlert(
        context,
        { merchantId: user.merchantId, id: crypto.randomUUID() },
        { kind: 'card_testing', sourceId: null, title, subject, isStopped: true },
      )
    })
  for (let count = 0; count < 3; count++) await raise('LIVE', 'Card testing', 'one')
  await raise('LIVE', 'Many declines', 'two')
  await raise('TEST', 'Only a test', 'three')
  await Promise.all([runNow(app.runtime, 'mail-risk-alerts'), runNow(app.runtime, 'mail-risk-alerts')])
  await app.drain()
  const mails = await mailsTo(app, person.email)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Back office: 2 new risk alerts'],
  )
  assert.match(mails[0]!.text, /Card testing[\s\S]*3 payments, 3 stopped/)
  assert.doesNotMatch(mails[0]!.text, /Only a test|ada@example\.com/)
  assert.deepEqual(
    (await Promise.all(others.map(({ email }) => mailsTo(app, email)))).map((list) => list.length),
    [1, 0],
  )
  await raise('LIVE', 'Card testing', 'one')
  await runNow(app.runtime, 'mail-risk-alerts')
  await app.drain()
  assert.equal((await mailsTo(app, person.email)).length, 1, 'a repetition is no new alert')
})
