/** Push notifications of this browser. The service worker of the dashboard shows them (`web/worker/push.ts`). */

/** Whether the browser can show them. On iPhones only an app on the home screen can. */
export const canPush = () => 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

const findRegistration = () => navigator.serviceWorker.getRegistration('/')

/** SHA-256 of the address of this browser at its push service, as the API lists its devices; undefined without one. */
export async function readDevice(): Promise<string | undefined> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  if (!subscription) return undefined
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Address of this browser at its push service, if it has one. */
export const readAddress = async (): Promise<string | undefined> =>
  (await (await findRegistration())?.pushManager.getSubscription())?.endpoint

/**
 * Asks the person for permission, then subscribes this browser. The browser shows its question only after a click.
 * @throws Error with a sentence for the screen
 */
export async function subscribeToPush(publicKey: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Notifications are not allowed. Allow them for this site in the settings of your browser.')
  const { endpoint, keys } = (await subscribe(publicKey)).toJSON()
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    const manager = (await findRegistration())!.pushManager
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    return await manager.subscribe(options).catch(async () => {
      // A subscription with an earlier key of the server has to end first.
      await (await manager.getSubscription())?.unsubscribe()
      return manager.subscribe(options)
    })
  } catch {
    throw new Error('Your browser could not reach its push service. Try again later.')
  }
}
