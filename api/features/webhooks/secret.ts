import { createHmac, randomBytes } from 'node:crypto'
import type { Vault } from '../../files/vault.ts'
import type { webhookEndpoints } from './tables.ts'

export type EndpointRecord = typeof webhookEndpoints.$inferSelect

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret in the format of Standard Webhooks. */
export const newSecret = () => prefix + randomBytes(secretBytes).toString('base64')

export const maskSecret = (secret: string) => `${prefix}…${secret.replace(/=+$/, '').slice(-4)}`

/** Context a secret is sealed with: it cannot be opened in another endpoint's row. */
const sealContext = (id: string) => `webhook-secret:${id}`
export const sealSecret = (vault: Vault, id: string, secret: string) => vault.seal(secret, sealContext(id))

/** The sealed secrets of an endpoint. */
export type Secrets = Pick<
  EndpointRecord,
  'id' | 'sealedSecret' | 'sealedOldSecret' | 'oldSecretUntil' | 'earlierSecrets'
>

/** Rotated secrets that have not expired at `now`, newest first. */
export function listOldSecrets(
  { sealedOldSecret, oldSecretUntil, earlierSecrets }: Secrets,
  now: Date,
): EndpointRecord['earlierSecrets'] {
  const previous = sealedOldSecret && oldSecretUntil
  return [
    ...(previous ? [{ sealed: sealedOldSecret, until: oldSecretUntil.toISOString() }] : []),
    ...earlierSecrets,
  ].filter(({ until }) => new Date(until) > now)
}

/** Secrets to sign with at `now`: the current one, and each other one for a day after it was rotated. */
export const openSecrets = (vault: Vault, endpoint: Secrets, now: Date): string[] =>
  [endpoint.sealedSecret, ...listOldSecrets(endpoint, now).map(({ sealed }) => sealed)].map((sealed) =>
    vault.open(sealed, sealContext(endpoint.id)),
  )

/** Signature of Standard Webhooks: `v1,<base64>` for each secret, over id, time and body. */
export function signBody(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}

/** Public id of an event. Receivers can drop a second event with the same id. */
export const toPublicEventId = (eventId: string) => `evt_${eventId.replaceAll('-', '')}`
