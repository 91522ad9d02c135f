import type { MerchantView } from '@adire/contract/back-office/merchants-schemas.ts'

/**
 * A person of the provider who views the dashboard of a business: this tab reads it with a token of its own, and other tabs and the user who is
 * signed in there, are not affected. The back office opens `/dashboard#view=<code>`.
 */
const entry = 'adire.view'
const start = '#view='

let view: MerchantView | undefined
let isRead = false

/** The view of this tab, also after a reload; undefined for members. */
export function getView(): MerchantView | undefined {
  if (!isRead) {
    isRead = true
    try {
      const found = sessionStorage.getItem(entry)
      view = found ? (JSON.parse(found) as MerchantView) : undefined
    } catch {
      // Storage is denied: the view lasts until a reload.
    }
  }
  return view
}

/** Ends the view in this tab. */
export function dropView(): void {
  view = undefined
  isRead = true
  try {
    sessionStorage.removeItem(entry)
  } catch {
    // Storage is denied.
  }
}

/** Exchanges the code in the address, once, for the token of the view. A code that is not valid leaves the tab as it was. */
export async function takeView(): Promise<void> {
  if (!location.hash.startsWith(start)) return
  const code = location.hash.slice(start.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  dropView()
  view = await import('./open-view.ts').then(({ openView }) => openView(code)).catch(() => undefined)
  try {
    if (view) sessionStorage.setItem(entry, JSON.stringify(view))
  } catch {
    // Storage is denied: the view lasts until a reload.
  }
}
