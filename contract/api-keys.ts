import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, Timestamp } from './fields.ts'

/**
 * A key of one business in one mode. `pk_…` names the business in a page; `sk_…` is a secret that does what the business's
 * own server may do. Only a hash and the last four characters are kept of a secret.
 */
export const ApiKey = z.object({
  id: Id,
  kind: z.enum(['public', 'secret']),
  /** `sk_test_…a1b2`; a public key in full. */
  display: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  /** Set for a key that was rolled: it works until then. */
  expiresAt: z.nullable(Timestamp),
})
export type ApiKey = z.infer<typeof ApiKey>
/** The only time the key itself is said. */
export const NewApiKey = z.object({ apiKey: ApiKey, key: z.string() })

const member = endpointsFor('core', 'member')
/** Keys that work, the newest first. */
export const listApiKeys = member.get('api-keys', inputSchema({}), z.object({ content: z.array(ApiKey) }))
/** The first secret key, or another after the last was revoked. 409 while there is one. Needs a confirmation. */
export const createSecretKey = member.post('api-keys', inputSchema({}), NewApiKey)
/** A new key in its place; the old one works for 24 hours more. 409 for one that was rolled already. Needs a confirmation. */
export const rollApiKey = member.post('api-keys/:id/roll', inputSchema({ id: Id }), NewApiKey)
/** Ends a secret key at once. Needs a confirmation. */
export const revokeApiKey = member.del('api-keys/:id', inputSchema({ id: Id }), NoContent)
