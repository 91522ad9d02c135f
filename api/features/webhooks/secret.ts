import { createHmac, randomBytes } from 'node:crypto'
import type { Vault } from '../../files/vault.ts'
import type { webhookEndpoints } from './tables.ts'

export type EndpointRecord = typeof webhookEndpoints.$inferSelect

const prefix = 'whsec_'
const secretBytes = 32

/** A secret as Standard Webhooks has them. */
export const newSecret = () => prefix + randomBytes(secretBytes).toString('base64')

export const maskSecret = (secret: string) => `${prefix}…${secret.replace(/=+$/, '').slice(-4)}`

/** Whose a sealed secret is: moved to another endpoint's row it does not open. */
const sealContext = (id: string) => `webhook-secret:${id}`
export const sealSecret = (vault: Vault, id: string, secret: string) => vault.seal(secret, sealContext(id))

/** The secrets to sign with at that moment: after a roll for a day also the one before. */
export function openSecrets(vault: Vault, endpoint: EndpointRecord, now: Date): string[] {
  const { id, sealedSecret, sealedOldSecret, oldSecretUntil } = endpoint
  const old = sealedOldSecret && oldSecretUntil && oldSecretUntil > now ? [sealedOldSecret] : []
  return [sealedSecret, ...old].map((sealed) => vault.open(sealed, sealContext(id)))
}

/** The signature of Standard Webhooks: `v1,<base64>` for each secret, over id, time and body. */
export function signBody(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}

/** What an event is called towards the world; a receiver drops the second of two with one id. */
export const toPublicEventId = (eventId: string) => `evt_${eventId.replaceAll('-', '')}`
