import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { recordStatements } from '../../testing/record-statements.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }

test('a card payment of a known payer takes at most 34 statements, with begin and commit and the limits of attempts', async (t) => {
  const { app, link, payer } = await checkoutFixture(t, { env: { REQUESTS_PER_SECOND: '100000' } })
  const pay = async () => {
    const { accessCode } = await payer.call(startPayment, {
      slug: link.slug,
      checkoutId: crypto.randomUUID(),
      email: 'ada@example.com',
    })
    const { status } = await payer.call(payByCard, { accessCode, ...card })
    assert.equal(status, 'success')
  }
  await pay()
  const sent = await recordStatements(app.runtime.database.url, pay)
  assert.ok(sent.length <= 34, `${sent.length} statements:\n${sent.join('\n')}`)
  assert.equal(sent.filter((text) => text === 'begin').length, 4)
})
