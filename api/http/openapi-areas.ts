/** Name and description of each area of the contract in the OpenAPI document, most used first. */
export const areaTexts: Record<string, { name: string; about: string }> = {
  charges: {
    name: 'Charges',
    about: 'Ask one payer for one amount, send her to the checkout, and verify what became of it.',
  },
  payments: { name: 'Payments', about: 'Every try at paying, whatever it was for, with its fees and its timeline.' },
  refunds: { name: 'Refunds', about: 'Give a payment back, or a part of it.' },
  customers: { name: 'Customers', about: 'Who has paid, or is to pay.' },
  paymentLinks: { name: 'Payment links', about: 'Pages that anybody with the address can pay.' },
  invoices: { name: 'Invoices', about: 'Line items, sent to one customer and paid on a page of their own.' },
  plans: { name: 'Plans', about: 'What is charged again and again.' },
  subscriptions: { name: 'Subscriptions', about: 'Who is charged by which plan, and what comes next.' },
  directDebit: { name: 'Direct debit', about: 'Mandates on bank accounts, and the debits by them.' },
  settlements: { name: 'Settlements', about: 'What is paid out to the business, line by line.' },
  disputes: { name: 'Disputes', about: 'Payments that a payer’s bank asks back.' },
  webhooks: { name: 'Webhooks', about: 'Where the business’s server is told what happens.' },
  splits: { name: 'Splits', about: 'Payments that are shared between several parties.' },
  bankAccounts: { name: 'Bank accounts', about: 'Where the business is paid out to.' },
  lookups: { name: 'Lookups', about: 'Banks, countries, states and the like. They need no key.' },
  merchants: { name: 'Businesses', about: 'The businesses of a user.' },
  checkout: { name: 'Checkout', about: 'What the hosted checkout does for a payer.' },
  subscriber: { name: 'Subscriber', about: 'What the page of a subscription does for its payer.' },
  mandatePage: { name: 'Mandate page', about: 'What the page of a mandate does for its payer.' },
  registration: { name: 'Registration', about: 'New accounts.' },
  users: { name: 'Users', about: 'A person’s own account.' },
  onboarding: { name: 'Onboarding', about: 'What a business says of itself before it goes live.' },
  kyc: { name: 'Verification', about: 'The papers of a business.' },
  apiKeys: { name: 'API keys', about: 'Keys of the business’s servers.' },
  requestLog: { name: 'Request log', about: 'What the business’s servers asked, and were answered.' },
  notifications: { name: 'Notifications', about: 'What a person is told at the bell.' },
  audit: { name: 'Audit log', about: 'Who changed what.' },
  savedViews: { name: 'Saved views', about: 'Filters that a person keeps.' },
  live: { name: 'Live updates', about: 'News of the business as it comes.' },
  simulator: { name: 'Simulator', about: 'Test mode: what can happen to an object next.' },
  testClock: { name: 'Test clock', about: 'Test mode: a business’s own time.' },
}

/** Texts of an area; a name derived from the identifier if it has none. */
export const areaText = (area: string) =>
  areaTexts[area] ?? {
    name: area
      .replace(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`)
      .replace(/^./, (first) => first.toUpperCase()),
    about: 'Further calls.',
  }
