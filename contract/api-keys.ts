import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, Timestamp } from './fields.ts'

/**
 * API key of one business in one mode. `pk_…` identifies the business in a web page; `sk_…` is the secret key of the
 * business's server. Of a secret only a hash and the last four characters are stored.
 */
export const ApiKey = z.object({
  id: Id,
  /** `public`: identifies the business in a web page. `secret`: authenticates the business's server. */
  kind: z.enum(['public', 'secret']),
  /** Key as displayed: `sk_test_…a1b2`; a public key in full. */
  display: z.string(),
  createdAt: Timestamp,
  /** Time of the last use. Null when never used. */
  lastUsedAt: z.nullable(Timestamp),
  /** Time until which a rolled key is valid. Null for a key that was not rolled. */
  expiresAt: z.nullable(Timestamp),
})
export type ApiKey = z.infer<typeof ApiKey>
/** A new key. `key` is returned only here. */
export const NewApiKey = z.object({ apiKey: ApiKey, key: z.string() })

const member = endpointsFor('core', 'member')
/** Valid keys, newest first. */
export const listApiKeys = member.get('api-keys', inputSchema({}), z.object({ content: z.array(ApiKey) }))
/**
 * Creates a secret key, when there is none or the last one was revoked. 409 `secret_key_exists`. Needs a
 * confirmation: 403 `confirmation_required`.
 */
export const createSecretKey = member.post('api-keys', inputSchema({}), NewApiKey)
/**
 * Rolls a public or secret key: creates a new one; the old one is valid for 24 more hours. 404 `key_not_found`, 409
 * `key_rolled` for a key that was rolled already. Needs a confirmation: 403 `confirmation_required`.
 */
export const rollApiKey = member.post('api-keys/:id/roll', inputSchema({ id: Id }), NewApiKey)
/**
 * Revokes a secret key at once. 404 `key_not_found`, 409 `public_key` for a public key. Needs a confirmation: 403
 * `confirmation_required`.
 */
export const revokeApiKey = member.del('api-keys/:id', inputSchema({ id: Id }), NoContent)
