import type { TestContext } from 'node:test'
import { openPaystackSimulator } from '../../testing/paystack/simulator.ts'
import { atEnd } from './at-end.ts'
import { noLimit, secretKey } from './live-fixture.ts'
import { reconciledFixture } from './reconciled-fixture.ts'

/** A live business whose processor, the simulator, has its clock, and holds nothing at first. */
export async function paystackFixture(t: TestContext) {
  let clock = () => new Date()
  const paystack = await openPaystackSimulator({
    port: 0,
    secretKeys: { test: 'sk_test_x', live: secretKey },
    balanceKobo: 0,
    now: () => clock(),
  })
  atEnd(t, () => paystack.close())
  const settings = { PAYSTACK_URL: paystack.url, PAYSTACK_SECRET_KEY: secretKey, ...noLimit }
  const fixture = await reconciledFixture(t, 'paystack', { simulator: paystack, settings })
  clock = fixture.app.runtime.clock
  return { ...fixture, paystack, control: paystack.control }
}
