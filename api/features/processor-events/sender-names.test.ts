import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByTransfer } from '@adire/contract/checkout.ts'
import { liveFixture } from '../../testing/live-fixture.ts'

test('a transfer pays whose sender has a name that the database cannot store as it is', async (t) => {
  const { app, payer, paystack, start, paymentOf } = await liveFixture(t)
  const names = [
    ['ADA\0OBI', 'ADA\uFFFDOBI'],
    ['ADA \uD83D', 'ADA \uFFFD'],
  ] as const
  for (const [senderName, shown] of names) {
    const { accessCode, reference } = await start()
    const { transfer } = await payer.call(payByTransfer, { accessCode })
    const { accountNumber } = transfer!
    await paystack.control.transferIn({ accountNumber, amountKobo: 500_000, senderName, senderBank: 'Zenith Bank' })
    await app.drain()
    const { status, transfer: paid } = await paymentOf(reference)
    assert.deepEqual([status, paid?.senderName], ['success', shown])
  }
})
