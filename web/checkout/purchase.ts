/** State that survives a reload: the purchase (all attempts of one payer on one page) in the tab, the current attempt in the URL. */
const storageKey = (slug: string) => `adire.checkout.${slug}`

/** Purchase id of this tab, or else the id that the server created with the page. */
export function checkoutId(slug: string, given: string): string {
  try {
    const known = sessionStorage.getItem(storageKey(slug))
    if (!known) sessionStorage.setItem(storageKey(slug), given)
    return known ?? given
  } catch {
    return given // storage is denied: the id lasts until the page is left
  }
}

/** Ends the purchase once paid: the next payment from this tab is a new purchase. */
export function closePurchase(slug: string) {
  try {
    sessionStorage.removeItem(storageKey(slug))
  } catch {
    // Nothing was stored.
  }
}

/** Query of a step that works without script: current payment and chosen method. */
export const paymentQuery = (accessCode: string | undefined, way?: string) =>
  accessCode ? `?payment=${accessCode}${way ? `&way=${way}` : ''}` : '?'

export function putInAddress(accessCode: string | undefined) {
  const address = new URL(location.href)
  address.searchParams.delete('way')
  if (accessCode) address.searchParams.set('payment', accessCode)
  else address.searchParams.delete('payment')
  if (address.href !== location.href) history.replaceState(null, '', address)
}
