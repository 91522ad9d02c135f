/** Something one can go to. */
export type Place = { id: string; name: string; note?: string; to: string }
export type Group = { title: string; places: readonly Place[] }

const place = (name: string, to: string): Place => ({ id: to, name, to })

/** What one can begin from anywhere. */
const actions = [
  place('New payment link', '/payment-link?new=1'),
  place('New invoice', '/add-item-form'),
  place('New split', '/split-payment-detail?new=1'),
  place('New mandate', '/directDebit?new=1'),
  place('New plan', '/plans?new=1'),
  place('Add customer', '/customers?new=1'),
  place('Add business', '/add-business'),
]

const pages = [
  place('Overview', '/dashboard'),
  place('Transactions', '/transactions'),
  place('Customers', '/customers'),
  place('Settlements', '/payouts'),
  place('Split Payments', '/split-payment'),
  place('Payment Links', '/payment-link'),
  place('Invoices', '/invoice'),
  place('Subscriptions', '/subscriptions'),
  place('Plans', '/plans'),
  place('Direct Debit', '/directDebit'),
  place('Business Profile', '/settings/business-profile'),
  place('User Profile', '/settings/user-profile'),
  place('Bank Accounts', '/settings/bank-accounts'),
  place('Api keys & Merchant Code', '/settings/api-webhooks'),
  place('Webhooks', '/settings/webhooks'),
]

/** Actions and pages of which some word begins as is typed; all of them where nothing is. */
export function knownPlaces(typed: string): Group[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ name }: Place) => {
    const parts = name.toLowerCase().split(/\s+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  return [
    { title: 'Actions', places: actions.filter(isMeant) },
    { title: 'Pages', places: pages.filter(isMeant) },
  ]
}
