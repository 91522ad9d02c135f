import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getChannelHealth } from '@adire/contract/channel-health.ts'
import { getCheckoutPage, openCardPage, payByCard, payByTransfer } from '@adire/contract/checkout.ts'
import type { Context } from '../../context.ts'
import type { TestApp } from '../../testing/app.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { liveFixture } from '../../testing/live-fixture.ts'
import { runOperator } from '../../testing/operator.ts'
import { purgeChannelOutcomes } from './purge.ts'
import { channelOutcomes } from './tables.ts'

type Stored = typeof channelOutcomes.$inferInsert

/** Stores outcomes of payments of another business that ended now. */
const addOutcomes = (
  { runtime }: TestApp,
  count: number,
  outcome: Pick<Stored, 'channel' | 'outcome'> & Partial<Stored>,
) =>
  runtime.database.write((tx: Context['tx']) =>
    tx.insert(channelOutcomes).values(
      Array.from({ length: count }, () => ({
        paymentId: crypto.randomUUID(),
        merchantId: '00000000-0000-4000-8000-000000000000',
        mode: 'LIVE' as const,
        processor: 'paystack' as const,
        durationMs: 60_000,
        at: runtime.clock(),
        ...outcome,
      })),
    ),
  )

test('the health of a channel has the own payments by processor and bank; declines for reasons of payers do not count', async (t) => {
  const { app, merchant, payer, begin, accessCode } = await checkoutFixture(t)
  const pay = async (code: string, number: string, cvv = '408') =>
    payer.call(payByCard, { accessCode: code, number, cvv, expiryMonth: 12, expiryYear: 2098 })
  await pay(accessCode, '4084084084084081')
  await pay((await begin()).accessCode, '4084080000670037', '787')
  const { content } = await merchant.call(getChannelHealth, {})
  assert.deepEqual(
    content.map(({ channel, processor, paid, failed, declined, successRate, state }) => [
      ...[channel, processor, paid, failed, declined],
      ...[successRate, state],
    ]),
    [
      ['card', null, 1, 0, 1, 1, 'unknown'],
      ['card', 'Sandbox', 1, 0, 1, 1, 'unknown'],
    ],
  )
  assert.ok(content.every(({ medianMs }) => medianMs !== null && medianMs < 60_000))
  assert.equal((await app.as(await app.createUser('Bola')).call(getChannelHealth, {})).content.length, 0)
})

test('the live checkout names channels that are slow or fail and offers the others first; test payments have no effect', async (t) => {
  const { app, call, payer, link } = await liveFixture(t)
  const pageOf = async () => {
    const { channels, unhealthyChannels } = await payer.call(getCheckoutPage, { slug: link.slug })
    app.forward(31_000)
    return [channels, unhealthyChannels.map(({ channel, state }) => `${channel} ${state}`)]
  }
  await addOutcomes(app, 30, { channel: 'card', outcome: 'failed', mode: 'TEST' })
  await addOutcomes(app, 30, { channel: 'card', outcome: 'declined' })
  await addOutcomes(app, 19, { channel: 'bank_transfer', outcome: 'paid', durationMs: 700_000 })
  assert.match(
    (await runOperator(app, 'channels', 'health')).text,
    /unknown +bank_transfer +Paystack +100 % +700\.0 s +19 paid/,
  )
  assert.deepEqual(await pageOf(), [['card', 'bank_transfer', 'ussd'], []])
  await addOutcomes(app, 1, { channel: 'bank_transfer', outcome: 'paid', durationMs: 700_000 })
  assert.deepEqual(await pageOf(), [['card', 'ussd', 'bank_transfer'], ['bank_transfer slow']])
  const html = await (await fetch(`${app.url}/pay/page/${link.slug}`)).text()
  assert.match(html, />Bank transfers are slow at the moment\.</)
  app.forward(31_000)
  await addOutcomes(app, 14, { channel: 'card', outcome: 'paid', bank: 'Zenith Bank' })
  await addOutcomes(app, 7, { channel: 'card', outcome: 'failed', bank: 'Zenith Bank' })
  assert.deepEqual(await pageOf(), [
    ['ussd', 'card', 'bank_transfer'],
    ['card failing', 'bank_transfer slow'],
  ])
  await addOutcomes(app, 60, { channel: 'bank_transfer', outcome: 'paid' })
  assert.deepEqual(await pageOf(), [['bank_transfer', 'ussd', 'card'], ['card failing']])
  assert.deepEqual((await call(getChannelHealth, {})).content, [])
  app.forward(16 * 60_000)
  assert.deepEqual(await pageOf(), [['card', 'bank_transfer', 'ussd'], []])
  app.forward(3_600_000)
  const purged = await app.runtime.database.write((tx) => purgeChannelOutcomes(tx, app.runtime.clock()))
  assert.equal(purged, 161)
})

test('a processor that gives no card page or account number has failed, once per payment', async (t) => {
  const { call, payer, paystack, start } = await liveFixture(t)
  const { accessCode } = await start()
  const failed = errorWith(503, 'unavailable')
  paystack.control.addFault({ operation: '*', kind: 'bad-gateway', count: 10 })
  await assert.rejects(payer.call(payByTransfer, { accessCode }), failed)
  await assert.rejects(payer.call(openCardPage, { accessCode }), failed)
  await assert.rejects(payer.call(openCardPage, { accessCode }), failed)
  const failures = async () =>
    (await call(getChannelHealth, {})).content.flatMap(({ channel, processor, failed }) =>
      processor ? [`${channel} ${processor} ${failed}`] : [],
    )
  assert.deepEqual(await failures(), ['bank_transfer Paystack 1', 'card Paystack 1'])
})
