/** localStorage with encrypted values. The key is a non-extractable CryptoKey in IndexedDB, which no script can export.
 * Protects the data on disk, not against script on the page: the content security policy does that. */
import { get, update } from 'idb-keyval'

const keyName = 'adire.key'
const vectorBytes = 12
let opening: Promise<CryptoKey | undefined> | undefined
let writing: Promise<unknown> = Promise.resolve()
/** Fallback for browsers that deny storage: values live as long as the tab. */
const inMemory = new Map<string, unknown>()

/** The decrypted value; undefined if there is none or its key is lost. */
export async function readSealed(entry: string): Promise<unknown> {
  await writing
  const key = await openKey()
  if (!key || inMemory.has(entry)) return inMemory.get(entry)
  try {
    const sealed = localStorage.getItem(entry)
    if (!sealed) return undefined
    const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0))
    const iv = bytes.subarray(0, vectorBytes)
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(vectorBytes))
    return JSON.parse(new TextDecoder().decode(text))
  } catch {
    return undefined
  }
}

/** Writes in call order, although encryption is asynchronous. */
export function writeSealed(entry: string, value: unknown): Promise<void> {
  const write = writing.then(async () => {
    const key = await openKey()
    if (!key) {
      inMemory.set(entry, value)
      return
    }
    const iv = crypto.getRandomValues(new Uint8Array(vectorBytes))
    const text = new TextEncoder().encode(JSON.stringify(value))
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
    localStorage.setItem(entry, btoa(String.fromCharCode(...iv, ...sealed)))
    inMemory.delete(entry)
  })
  const written = write.catch(() => {
    inMemory.set(entry, value) // storage is full or was denied in the meantime
  })
  writing = written
  return written
}

export function dropSealed(entry: string): void {
  const drop = () => {
    inMemory.delete(entry)
    try {
      localStorage.removeItem(entry)
    } catch {
      // Storage is denied, so it contains nothing.
    }
  }
  drop()
  writing = writing.then(drop)
}

function openKey(): Promise<CryptoKey | undefined> {
  opening ??= makeKey().catch(() => undefined)
  return opening
}

/** Creates the key. Two tabs that start at once get the same key, because `update` is one transaction. */
async function makeKey(): Promise<CryptoKey | undefined> {
  localStorage.getItem(keyName) // throws if storage is denied
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await update<CryptoKey>(keyName, (existing) => existing ?? fresh)
  return get<CryptoKey>(keyName)
}
