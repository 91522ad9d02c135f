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
  const privateKey = vault.deriveKey('web push, VAPID private key')
  ecdh.setPrivateKey(privateKey)
  // Not `getPrivateKey`, which leaves out zeros at the beginning: a push needs all 32 bytes.
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
