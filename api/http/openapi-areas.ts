import { contractAreas, listEndpoints } from '@adire/contract/endpoints.ts'

type ContractArea = keyof typeof contractAreas

/** Areas of the contract that are about the object of another area, and are shown in it. */
const partAreas = {
  invoiceNumbers: 'invoices',
  mandateImport: 'directDebit',
  recurringRevenue: 'subscriptions',
  retrySettings: 'subscriptions',
  subscriptionActions: 'subscriptions',
} as const satisfies Partial<Record<ContractArea, ContractArea>>

/** Area of the reference: an object with all of its calls. */
export type Area = Exclude<ContractArea, keyof typeof partAreas>

/** Areas of single endpoints that are about the object of another area than their file. */
const areasOfEndpoints: Readonly<Record<string, Area>> = {
  applyCoupon: 'subscriptions',
  removeCoupon: 'subscriptions',
  getPaymentShares: 'payments',
  requestRefundApproval: 'refunds',
}

const findArea = (area: ContractArea, endpointName: string): Area =>
  areasOfEndpoints[endpointName] ?? (area in partAreas ? partAreas[area as keyof typeof partAreas] : (area as Area))

/** Endpoints of an area with their names, those of its parts last. */
export function listAreaEndpoints(area: Area) {
  const listIn = (one: ContractArea) =>
    listEndpoints(contractAreas[one]).filter(([name]) => findArea(one, name) === area)
  const others = (Object.keys(contractAreas) as ContractArea[]).filter((one) => one !== area)
  return [area, ...others].flatMap(listIn)
}

/** Name and description of each area of the API reference, most used first. */
export const areaTexts: Record<Area, { name: string; about: string }> = {
  charges: {
    name: 'Charges',
    about: 'Create a payment of one amount on your server, redirect the payer to the checkout, and verify the result.',
  },
  savedCards: { name: 'Saved cards', about: 'Charge a card again without its holder, who agreed when paying.' },
  payments: { name: 'Payments', about: 'All payment attempts, with fees and timeline.' },
  refunds: { name: 'Refunds', about: 'Refund a payment in full or in part.' },
  customers: { name: 'Customers', about: 'People and companies that pay you.' },
  paymentLinks: { name: 'Payment links', about: 'Payment pages with a permanent URL.' },
  invoices: { name: 'Invoices', about: 'Line items for one customer, paid on a hosted page.' },
  plans: { name: 'Plans', about: 'Price and interval of subscriptions.' },
  coupons: { name: 'Coupons', about: 'Discounts on the charges of subscriptions, and the codes that payers type.' },
  subscriptions: {
    name: 'Subscriptions',
    about: 'Customers on a plan: their charges, changes, discounts and retries, and the monthly recurring revenue.',
  },
  directDebit: { name: 'Direct debit', about: 'Mandates on bank accounts, and their debits.' },
  settlements: { name: 'Settlements', about: 'Payouts to the business, line by line.' },
  reports: { name: 'Reports', about: 'Fees and VAT by month, and a double-entry journal for accounting.' },
  reportSchedules: { name: 'Scheduled reports', about: 'Reports that are emailed to members of the business.' },
  disputes: { name: 'Disputes', about: 'Payments that a payer’s bank disputes (chargebacks).' },
  webhooks: { name: 'Webhooks', about: 'Endpoints on your server that receive events.' },
  splits: { name: 'Splits', about: 'Payments shared between several recipients.' },
  bankAccounts: { name: 'Bank accounts', about: 'Bank accounts that receive payouts.' },
  lookups: { name: 'Lookups', about: 'Banks, countries, states and other reference data. No key is needed.' },
  prices: { name: 'Prices', about: 'What the business pays for each payment channel.' },
  merchants: { name: 'Businesses', about: 'The businesses of a user.' },
  checkout: { name: 'Checkout', about: 'Calls of the hosted checkout.' },
  subscribing: { name: 'Subscribing', about: 'Calls of the page on which payers subscribe.' },
  subscriber: { name: 'Subscriber', about: 'Calls of the subscriber’s page.' },
  mandatePage: { name: 'Mandate page', about: 'Calls of the mandate page.' },
  registration: { name: 'Registration', about: 'New accounts.' },
  users: { name: 'Users', about: 'A person’s own account.' },
  passkeys: { name: 'Passkeys', about: 'Sign-in and confirmation of a person with a passkey.' },
  onboarding: { name: 'Onboarding', about: 'Adding a business, its details, and going live.' },
  kyc: { name: 'Verification', about: 'Identity numbers and documents of a business.' },
  apiKeys: { name: 'API keys', about: 'Keys for the business’s servers.' },
  requestLog: { name: 'Request log', about: 'Requests of the business’s servers and their responses.' },
  notifications: { name: 'Notifications', about: 'Notifications of a user.' },
  audit: { name: 'Audit log', about: 'Who changed what.' },
  savedViews: { name: 'Saved views', about: 'Saved filters of a user.' },
  live: { name: 'Live updates', about: 'A stream of changes of the business.' },
  simulator: { name: 'Simulator', about: 'Test Mode: apply an outcome to an object.' },
  testClock: { name: 'Test clock', about: 'Test Mode: move the clock of a business.' },
  team: { name: 'Team', about: 'Members of the business, their roles and invitations.' },
  approvals: { name: 'Approvals', about: 'Actions that wait for a second person.' },
  promotion: { name: 'Promotion', about: 'Copies links, plans and settings from Test Mode to Live Mode.' },
  restrictions: { name: 'Restrictions', about: 'Limits and freezes that the provider has set for the business.' },
  payoutSchedule: { name: 'Payout schedule', about: 'On which days settlements are paid out.' },
  processorCalls: { name: 'Processor calls', about: 'What was sent to a processor about a payment, and its answers.' },
  channelHealth: {
    name: 'Channel health',
    about: 'Success rate and time of each payment channel in the last minutes.',
  },
  announcements: { name: 'Announcements', about: 'Messages of the provider to the business.' },
}
