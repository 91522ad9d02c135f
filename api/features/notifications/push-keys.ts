import { createECDH } from 'node:crypto'
import type { Vault } from '../../files/vault.ts'

/** Key pair of this installation at push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * The key pair, derived from the sealing key (decision 47): every process has the same one, and it is restored with a backup. With
 * another sealing key push services reject what is sent to earlier subscriptions.
 */
export function derivePushKeys(vault: Vault): PushKeys {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(vault.deriveKey('web push, VAPID private key'))
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: ecdh.getPrivateKey('base64url') }
}
