/** The service worker of the dashboard (`web/worker`), registered for the user who is signed in. */
const addressFor = (userId: string) => `/dashboard-worker.js?${new URLSearchParams({ user: userId })}`

type ScriptPolicy = { createScriptURL(userId: string): URL | string }

/** Trusted Types of the browser; TypeScript does not have them yet. */
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL: typeof addressFor }): ScriptPolicy }

/**
 * Registers the worker. If it was that of another user, whose session has expired on this device, their push notifications end.
 * Without service workers, or on a failure, the dashboard works as before.
 */
export async function registerWorker(userId: string): Promise<void> {
  try {
    const script = getPolicy().createScriptURL(userId)
    const known = await navigator.serviceWorker?.getRegistration('/')
    if (known && !isOfUser(known, userId)) await (await known.pushManager?.getSubscription())?.unsubscribe()
    await navigator.serviceWorker?.register(script, { updateViaCache: 'none' })
  } catch {
    // For example storage is denied, or the content security policy of this document forbids it.
  }
}

const isOfUser = ({ active, waiting, installing }: ServiceWorkerRegistration, userId: string) =>
  (installing ?? waiting ?? active)?.scriptURL.endsWith(addressFor(userId))

let policy: ScriptPolicy | undefined

/** The content security policy allows one policy, which makes addresses of the worker and no others. */
function getPolicy(): ScriptPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: addressFor }
  policy ??= trustedTypes ? trustedTypes.createPolicy('dashboard-worker', rules) : rules
  return policy
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
