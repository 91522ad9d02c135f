import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getApproval, requestRefundApproval } from '@adire/contract/approvals.ts'
import { getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { getRefundable, requestRefund } from '@adire/contract/refunds.ts'
import { divideRefund } from '@adire/contract/split-shares.ts'
import { updateNotificationPreferences } from '@adire/contract/users.ts'
import { mailsTo } from '../../testing/mails.ts'
import { splitFixture } from '../../testing/split-fixture.ts'
import { defaultPreferences } from '../notifications/notifications.ts'

test('a shared payment and the email about it say what the business receives of it', async (t) => {
  const { app, call, user, link, pay } = await splitFixture(t)
  const preferences = { ...defaultPreferences, payment: { app: true, mail: true } }
  await call(updateNotificationPreferences, { id: user.userId, ...preferences })
  const { slug } = await link()
  const listed = await pay(slug)
  const { netKobo, sharedKobo } = await call(getPayment, { id: listed.id })
  assert.deepEqual([listed.sharedKobo, sharedKobo, netKobo], [500_000, 500_000, 973_125])
  await app.drain()
  const mail = (await mailsTo(app, user.email)).find(({ subject }) => subject.includes('received'))
  assert.ok(mail!.text.includes(`Shares of others: ${formatNaira(500_000)}`), mail!.text)
  assert.ok(mail!.text.includes(`You receive: ${formatNaira(473_125)}`), mail!.text)
})

test('what is held for a dispute of a shared payment is held from the balances of all who share it, and says so', async (t) => {
  const { app, call, link, pay } = await splitFixture(t)
  const { slug } = await link()
  await pay(slug)
  await pay(slug, 'disputed')
  app.forward(2 * 60_000)
  await app.drain()
  const [open] = (await call(listDisputes, { state: 'open' })).content
  const { events, heldKobo } = await call(getDispute, { id: open!.id })
  assert.equal(heldKobo, 1_000_000)
  const held = events.find(({ kind }) => kind === 'held')
  // The balance of the business has half of it.
  assert.equal(held?.text, `${formatNaira(1_000_000)} of your balance and the recipients’ is held`)
})

test('a refund of a shared payment takes from the business and from the recipients what it shows before', async (t) => {
  const { call, link, pay, morning, balanceOf } = await splitFixture(t)
  const { slug } = await link()
  const before = await pay(slug)
  const reason = 'requested_by_customer' as const
  const refund = async (id: string, amountKobo: number) => {
    const { unsettledKobo, shares } = await call(getRefundable, { id })
    const asked = await call(requestRefundApproval, { id, amountKobo, reason })
    const { effects } = await call(getApproval, { id: asked.id })
    const shown = effects.filter(({ label }) => label.includes('recipients') || label === 'Your balance')
    await call(requestRefund, { id, amountKobo, reason })
    const { businessKobo, recipientsKobo } = divideRefund(amountKobo, shares)
    assert.equal(unsettledKobo - (await balanceOf('pending')), businessKobo)
    return { businessKobo, recipientsKobo, shown }
  }
  const nairaOf = (label: string, beforeKobo: number | null, afterKobo: number) => ({
    label,
    before: beforeKobo === null ? null : formatNaira(beforeKobo),
    after: formatNaira(afterKobo),
  })
  assert.deepEqual(await refund(before.id, 400_000), {
    businessKobo: 200_000,
    recipientsKobo: 200_000,
    shown: [nairaOf('From the shares of recipients', null, 200_000), nairaOf('Your balance', 473_125, 273_125)],
  })
  // Recipients who were paid out have nothing to give: the business advances it.
  await morning(1)
  await pay((await link({ splitId: null })).slug)
  assert.deepEqual(await refund(before.id, 100_000), {
    businessKobo: 100_000,
    recipientsKobo: 0,
    shown: [nairaOf('Your balance', 973_125, 873_125)],
  })
})
