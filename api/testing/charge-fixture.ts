import type { TestContext } from 'node:test'
import { callEndpoint } from '@adire/contract/call.ts'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { testApp } from './app.ts'
import { createSecretKeyFor } from './users.ts'

export const testCard = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }
export const declinedCard = { ...testCard, number: '4084080000005408' }

/** A merchant server with only a secret key, its order and its payer. */
export async function chargeFixture(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const key = await createSecretKeyFor(app, user)
  const callAsServer = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) =>
    callEndpoint({ baseUrl: (server) => `${app.url}/test/${server}`, token: () => key }, endpoint, input)
  const order = (given: Partial<EndpointInput<typeof initialiseCharge>> = {}) =>
    callAsServer(initialiseCharge, { amountKobo: 500_000, email: 'ada@example.com', reference: 'order-1', ...given })
  const payer = app.asNobody()
  const slugOf = ({ authorizationUrl }: { authorizationUrl: string }) => authorizationUrl.split('/').at(-1)!
  /** Starts a payment like the payer's browser. Payer and amount come from the charge, so the email sent here is ignored. */
  const open = (charge: { authorizationUrl: string }) =>
    payer.call(startPayment, { slug: slugOf(charge), checkoutId: crypto.randomUUID(), email: 'somebody@else.example' })
  return { app, user, key, callAsServer, order, payer, open, slugOf }
}
