/** What survives a reload: the purchase (all tries of one payer at one page) in the tab, the present try in the address. */
const keyOf = (slug: string) => `adire.checkout.${slug}`
const unstored = new Map<string, string>()

export function checkoutId(slug: string): string {
  const key = keyOf(slug)
  try {
    const known = sessionStorage.getItem(key)
    if (known) return known
  } catch {
    // Storage is refused: the page itself remembers, until it is left.
  }
  const id = unstored.get(key) ?? crypto.randomUUID()
  unstored.set(key, id)
  try {
    sessionStorage.setItem(key, id)
  } catch {
    // As above.
  }
  return id
}

/** Once paid, the next payment from this tab is another purchase. */
export function closePurchase(slug: string) {
  unstored.delete(keyOf(slug))
  try {
    sessionStorage.removeItem(keyOf(slug))
  } catch {
    // Nothing was kept.
  }
}

export const accessCodeInAddress = () => new URL(location.href).searchParams.get('payment') ?? undefined

export function putInAddress(accessCode: string | undefined) {
  const address = new URL(location.href)
  if (accessCode) address.searchParams.set('payment', accessCode)
  else address.searchParams.delete('payment')
  if (address.href !== location.href) history.replaceState(null, '', address)
}
