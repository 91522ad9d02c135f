declare const self: ServiceWorkerGlobalScope

/** A payment, as the API pushes it (`api/features/notifications/push-delivery.ts`). */
type Push = { title: string; body: string; path: string }

/** Shows the payment. Browsers require a notification for every push, and only our server can encrypt one for this browser. */
export async function showPush(event: PushEvent): Promise<void> {
  const { title, body, path } = event.data!.json() as Push
  // A payment that is pushed twice replaces its own notification.
  await self.registration.showNotification(title, { body, tag: path, data: path, lang: 'en-NG' })
}

/** Opens the page of the payment by `/open`, which selects its business; or the window in which it is open already. */
export async function openPush({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { href, searchParams } = new URL(String(notification.data), self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => new URL(url).pathname === searchParams.get('to'))
  await (open ? open.focus() : self.clients.openWindow(href))
}
