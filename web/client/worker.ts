/** The service worker of the dashboard (`web/worker`), registered while somebody is signed in. */
const address = '/dashboard-worker.js'

/** Trusted Types of the browser; TypeScript does not have them yet. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): URL }
}

/** Registers the worker. Without service workers, or on a failure, the dashboard works as before. */
export function registerWorker(): void {
  try {
    void navigator.serviceWorker?.register(trustedAddress(), { updateViaCache: 'none' }).catch(() => undefined)
  } catch {
    // The content security policy of this document forbids it.
  }
}

let trusted: URL | string | undefined

/** The address, as the content security policy requires it: its one policy returns this address and no other. */
function trustedAddress(): URL | string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trusted ??= trustedTypes
    ? trustedTypes.createPolicy('dashboard-worker', { createScriptURL: () => address }).createScriptURL('')
    : address
  return trusted
}

/** Removes the worker and its files, so that a sign-out leaves nothing behind. Never throws. */
export async function removeWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/')
    if (!registration) return
    await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // Storage is denied, so there is nothing to remove.
  }
}
