/** localStorage whose values are encrypted by a key that no script can read out: it lies in IndexedDB, not extractable.
 * This guards the disk and the casual eye, not against script on the page; that is the content security policy's work. */
import { get, update } from 'idb-keyval'

const keyName = 'adire.key'
const vectorBytes = 12
let opening: Promise<CryptoKey | undefined> | undefined
let writing: Promise<unknown> = Promise.resolve()
/** Where a browser refuses storage, values live as long as the tab. */
const inMemory = new Map<string, unknown>()

/** The value, or undefined where there is none or its key is lost. */
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

/** Writes in the order of the calls, although encrypting takes its time. */
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
    inMemory.set(entry, value) // storage is full, or was refused since
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
      // Storage is refused: there is nothing in it.
    }
  }
  drop()
  writing = writing.then(drop)
}

function openKey(): Promise<CryptoKey | undefined> {
  opening ??= makeKey().catch(() => undefined)
  return opening
}

/** Two tabs that start at once agree on a key, since `update` is one transaction. */
async function makeKey(): Promise<CryptoKey | undefined> {
  localStorage.getItem(keyName) // throws where storage is refused
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await update<CryptoKey>(keyName, (existing) => existing ?? fresh)
  return get<CryptoKey>(keyName)
}
