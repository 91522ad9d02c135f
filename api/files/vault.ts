import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readKeyFile } from './key-file.ts'

/**
 * Encrypts values that must not be readable in a copy of the database or disk: identity numbers, documents, the secrets of
 * authenticator apps. AES-256-GCM; `of` names the owner, so that a sealed value moved to another row does not open.
 */
export interface Vault {
  seal(text: string, of: string): string
  open(sealed: string, of: string): string
  sealBytes(bytes: Uint8Array, of: string): Buffer
  openBytes(sealed: Uint8Array, of: string): Buffer
  /** Keyed hash: equal for equal texts, and reveals nothing about them. Used to find a value without storing it. */
  fingerprint(text: string): string
  /** 32 bytes derived from the key for one purpose. They reveal nothing about the key, nor about those of another purpose. */
  deriveKey(purpose: string): Buffer
  /** Identifies the key without revealing it: the same in every process that uses this key. */
  keyFingerprint: string
}

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/**
 * Opens a vault with the key in `dataDir`, created at first use and readable by this account only. `SEALING_KEY` (base64)
 * overrides it.
 * @throws Error that names the variable or the file of an invalid key
 */
export async function openVault(dataDir: string, given = process.env.SEALING_KEY): Promise<Vault> {
  const key = given ? parseSealingKey(given, 'SEALING_KEY') : await storedKey(dataDir)
  const sealBytes = (bytes: Uint8Array, of: string) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of))
    const text = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text])
  }
  const openBytes = (sealed: Uint8Array, of: string) => {
    const all = Buffer.from(sealed)
    const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, ivBytes))
      .setAAD(Buffer.from(of))
      .setAuthTag(all.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(all.subarray(ivBytes + tagBytes)), decipher.final()])
  }
  const fingerprint = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    sealBytes,
    openBytes,
    keyFingerprint: fingerprint('the name of the key'),
    seal: (text, of) => sealBytes(Buffer.from(text), of).toString('base64url'),
    open: (sealed, of) => openBytes(Buffer.from(sealed, 'base64url'), of).toString(),
    fingerprint,
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes)),
  }
}

/** @throws Error that names `source`, the variable or file that contains the text */
function parseSealingKey(text: string, source: string): Buffer {
  const written = text.trim()
  const key = Buffer.from(written, 'base64')
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(written)
  // Rejects a placeholder of few different bytes, which would protect nothing.
  if (isBase64 && new Set(key).size > keyBytes / 4) return key
  throw new Error(`${source} must be 32 random bytes in base64: make it with "openssl rand -base64 32"`)
}

const storedKey = async (dataDir: string): Promise<Buffer> =>
  parseSealingKey(
    await readKeyFile(dataDir, 'sealing-key', async () => randomBytes(keyBytes).toString('base64')),
    join(dataDir, 'sealing-key'),
  )
