/** A destination in the palette. */
export type PaletteItem = { id: string; name: string; note?: string; to: string }
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

const paletteItem = (name: string, to: string): PaletteItem => ({ id: to, name, to })

/** Actions that are available from every page. */
const actions = [
  paletteItem('New payment link', '/payment-link?new=1'),
  paletteItem('New invoice', '/add-item-form'),
  paletteItem('New split', '/split-payment-detail?new=1'),
  paletteItem('New mandate', '/directDebit?new=1'),
  paletteItem('New plan', '/plans?new=1'),
  paletteItem('Add customer', '/customers?new=1'),
  paletteItem('Add business', '/add-business'),
]

const pages = [
  paletteItem('Overview', '/dashboard'),
  paletteItem('Transactions', '/transactions'),
  paletteItem('Customers', '/customers'),
  paletteItem('Settlements', '/payouts'),
  paletteItem('Split Payments', '/split-payment'),
  paletteItem('Payment Links', '/payment-link'),
  paletteItem('Invoices', '/invoice'),
  paletteItem('Subscriptions', '/subscriptions'),
  paletteItem('Plans', '/plans'),
  paletteItem('Direct Debit', '/directDebit'),
  paletteItem('Business Profile', '/settings/business-profile'),
  paletteItem('User Profile', '/settings/user-profile'),
  paletteItem('Bank Accounts', '/settings/bank-accounts'),
  paletteItem('Api keys & Merchant Code', '/settings/api-webhooks'),
  paletteItem('Webhooks', '/settings/webhooks'),
]

/** Prefix search over the words of actions and pages; all of them when the query is empty. */
export function findPaletteItems(typed: string): PaletteGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ name }: PaletteItem) => {
    const parts = name.toLowerCase().split(/\s+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  return [
    { title: 'Actions', items: actions.filter(isMeant) },
    { title: 'Pages', items: pages.filter(isMeant) },
  ]
}
