import { askInPage } from '@adire/contract/charges.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { withBusinessClock } from '../../jobs/business-clock.ts'
import { apiKeys } from '../api-keys/tables.ts'
import { consumeAttempt, networkOfOrigin } from '../auth/attempts.ts'
import { hashToken } from '../auth/hash-token.ts'
import { merchantsOfKeys } from '../auth/key-state.ts'
import { merchants } from '../merchants/tables.ts'
import { initialiseChargeHandler } from './initialise.ts'

// Rate limits: many payers share one IP address, and each may start several times.
const maxPerAddress = 300
const maxPerPayer = 30

/**
 * Creates a charge with a public key. This is the only action of public keys; the response holds nothing but where to pay (decision 21).
 * @throws 422 for an unknown or expired key; 429 too_many_attempts
 */
export async function initialiseInPage(requestContext: Context, { key, ...newCharge }: ParsedInput<typeof askInPage>) {
  const { tx, mode, realNow, origin } = requestContext
  const hash = hashToken(key)
  const found = await merchantsOfKeys.findByName(tx, hash, (merchantId) =>
    tx
      .select({ id: apiKeys.id, merchantId: apiKeys.merchantId, display: apiKeys.display })
      .from(apiKeys)
      .innerJoin(merchants, eq(merchants.id, apiKeys.merchantId))
      .where(
        and(
          eq(apiKeys.merchantId, merchantId),
          eq(apiKeys.hash, hash),
          eq(apiKeys.kind, 'public'),
          eq(merchants.mode, mode),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, realNow)),
        ),
      ),
  )
  if (!found) throw problem.field('key', 'This public key does not work. Copy it again from Settings')
  const what = `ask-in-page:${found.merchantId}:${networkOfOrigin(origin)}`
  await consumeAttempt(
    tx,
    [
      { key: what, max: maxPerAddress },
      { key: `${what}:${newCharge.email}`, max: maxPerPayer },
    ],
    realNow,
  )
  const { id, merchantId, display } = found
  const merchantContext = await withBusinessClock(requestContext, merchantId)
  const asker = { merchant: { id: merchantId }, user: undefined, apiKey: { id, last4: display.slice(-4) } }
  const { reference, authorizationUrl: url } = await initialiseChargeHandler(
    { ...merchantContext, ...asker },
    newCharge,
    'page',
  )
  return { reference, url, accessCode: url.split('/').at(-1)! }
}

/** CORS for this one endpoint: any origin may call it. Credentials are not allowed, as there are no cookies. */
export function allowAnyOrigin(app: FastifyInstance): void {
  const addresses = ['test', 'live'].map((mode) => `/${mode}/${askInPage.server}/${askInPage.path}`)
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (addresses.includes(routeOptions.url ?? ''))
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  })
  for (const address of addresses)
    app.options(address, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, idempotency-key',
          'access-control-max-age': '7200',
        })
        .code(204)
        .send(),
    )
}
