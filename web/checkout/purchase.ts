/** What survives a reload: the purchase (all tries of one payer at one page) in the tab, the present try in the address. */
const storageKey = (slug: string) => `adire.checkout.${slug}`

/** The purchase this tab is at, or else the one the server opened with the page. */
export function checkoutId(slug: string, given: string): string {
  try {
    const known = sessionStorage.getItem(storageKey(slug))
    if (!known) sessionStorage.setItem(storageKey(slug), given)
    return known ?? given
  } catch {
    return given // storage is refused: the page itself remembers, until it is left
  }
}

/** Once paid, the next payment from this tab is another purchase. */
export function closePurchase(slug: string) {
  try {
    sessionStorage.removeItem(storageKey(slug))
  } catch {
    // Nothing was kept.
  }
}

/** Where a step is without script: the present payment, and the channel chosen for it. */
export const paymentQuery = (accessCode: string | undefined, way?: string) =>
  accessCode ? `?payment=${accessCode}${way ? `&way=${way}` : ''}` : '?'

export function putInAddress(accessCode: string | undefined) {
  const address = new URL(location.href)
  address.searchParams.delete('way')
  if (accessCode) address.searchParams.set('payment', accessCode)
  else address.searchParams.delete('payment')
  if (address.href !== location.href) history.replaceState(null, '', address)
}
