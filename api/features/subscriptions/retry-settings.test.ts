import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { getRetrySettings, updateRetrySettings } from '@adire/contract/retry-settings.ts'
import { cancelSubscription } from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'
import { openLive } from '../onboarding/open-live.ts'

const lagosDay = (at: string) => Math.floor((Date.parse(at) + 3_600_000) / 86_400_000)

test('a business chooses on which days failed charges are tried again; one that has failed keeps its days', async (t) => {
  const { merchant, plan, subscribe, live, liveToNextCharge, detail, invoices } = await subscriptionFixture(t)
  assert.deepEqual(await merchant.call(getRetrySettings, {}), { retryDays: [1, 3, 5], afterFailure: 'cancel' })
  const chosen = { retryDays: [2, 9], afterFailure: 'attention' as const }
  assert.deepEqual(await merchant.call(updateRetrySettings, chosen), chosen)
  assert.deepEqual(await merchant.call(getRetrySettings, {}), chosen)

  const box = await plan()
  assert.equal(box.afterFailure, 'attention', 'a new plan has the end of the settings')
  const { id } = await subscribe(box.id, testCards.failsLater)
  const { nextPaymentAt } = await detail(id)
  await liveToNextCharge(id)
  const days = (at: string | null | undefined) => lagosDay(at!) - lagosDay(nextPaymentAt!)
  const { attention } = await detail(id)
  assert.deepEqual([days(attention!.nextAttemptAt), days(attention!.lastChanceAt)], [2, 9])
  assert.equal(attention!.scheduledAttempts, 3)

  await merchant.call(updateRetrySettings, { retryDays: [1], afterFailure: 'cancel' })
  await live(20)
  const kept = await detail(id)
  assert.deepEqual([kept.status, kept.nextPaymentAt, (await invoices(id))[0]!.attempts], ['attention', null, 3])
  const failed = (await merchant.call(listPayments, { subscriptionId: id, status: 'failed' })).content.reverse()
  assert.deepEqual(
    failed.map(({ createdAt }) => days(createdAt)),
    [0, 2, 9],
  )
  await merchant.call(cancelSubscription, { id, when: 'now' })

  const { id: next } = await subscribe(
    (await plan({ name: 'Another box' })).id,
    testCards.failsLater,
    'bola@example.com',
  )
  await live(45)
  const ended = await detail(next)
  assert.deepEqual(
    [ended.status, ended.endReason, (await invoices(next))[0]!.attempts],
    ['cancelled', 'payment_failed', 2],
  )
})

test('retries are ascending, bounded days; a change is audited once, and is copied when the business goes live', async (t) => {
  const { app, user, merchant } = await subscriptionFixture(t)
  for (const retryDays of [[], [0], [3, 3], [5, 1], [31], [1.5], [1, 2, 3, 4, 5, 6, 7, 8, 9]])
    await assert.rejects(
      merchant.call(updateRetrySettings, { retryDays, afterFailure: 'cancel' }),
      errorWith(400, 'validation_error'),
      retryDays.join(),
    )
  const chosen = { retryDays: [1, 30], afterFailure: 'attention' as const }
  for (let times = 0; times < 2; times++) await merchant.call(updateRetrySettings, chosen)
  const { content } = await merchant.call(listAuditEvents, {})
  const changes = content.filter(({ action }) => action === 'retry_settings.updated')
  assert.deepEqual(
    changes.map(({ before, after }) => [before, after]),
    [
      [
        { retryDays: '1, 3, 5', afterFailure: 'cancel' },
        { retryDays: '1, 30', afterFailure: 'attention' },
      ],
    ],
  )
  const other = app.as(await app.createUser('bola'))
  assert.deepEqual((await other.call(getRetrySettings, {})).retryDays, [1, 3, 5], 'another business')
  const liveId = await app.runtime.database.write((tx) => openLive(tx, user.merchantId, new Date()))
  assert.deepEqual(await app.as({ ...user, merchantId: liveId }, 'LIVE').call(getRetrySettings, {}), chosen)
})
