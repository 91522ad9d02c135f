/**
 * What the cells of a column are: `text` that people typed, a `name` of ours, an amount in `naira`, a `whole` number, a
 * `day`, or a `time` in Lagos.
 */
export type CellKind = 'text' | 'name' | 'naira' | 'whole' | 'day' | 'time'

export interface ExportColumn {
  title: string
  kind: CellKind
}

const column =
  (kind: CellKind) =>
  (title: string): ExportColumn => ({ title, kind })
const text = column('text')
const name = column('name')
const naira = column('naira')
const whole = column('whole')
const day = column('day')
const time = column('time')

/** Sums of a month or a day. */
const feeColumns = {
  payments: whole('Payments'),
  gross: naira('Gross'),
  fees: naira('Fees'),
  vat: naira('VAT on fees'),
  refunds: naira('Refunds'),
  disputes: naira('Disputes'),
  duty: naira('Stamp duty'),
  paidOut: naira('Paid out'),
}

/** Columns of each export by key, in the order of the file. The keys are public: `columns=reference,amount`. */
export const exportColumns = {
  transactions: {
    reference: name('Reference'),
    ownReference: text('Your reference'),
    status: name('Status'),
    customer: text('Customer'),
    email: text('Email'),
    phone: text('Phone'),
    quantity: whole('Quantity'),
    amount: naira('Amount'),
    fee: naira('Fee'),
    vat: naira('VAT on fee'),
    net: naira('Net'),
    refunded: naira('Refunded'),
    shared: naira('Shares of others'),
    feeBearer: name('Fee paid by'),
    method: name('Method'),
    channel: name('Channel'),
    card: name('Card'),
    bank: text('Bank'),
    lastFour: name('Last four'),
    paymentLink: text('Payment link'),
    invoice: name('Invoice'),
    started: time('Started'),
    paid: time('Paid'),
    settlement: name('Settlement'),
    settlementStatus: name('Settlement status'),
    settlementDay: day('Settlement day'),
    settled: time('Settled'),
    sessionId: name('Session ID'),
    failure: text('Failure'),
    answers: text('Answers'),
    note: text('Note'),
  },
  customers: {
    firstName: text('First name'),
    lastName: text('Last name'),
    email: text('Email'),
    phone: text('Phone'),
    status: name('Status'),
    payments: whole('Payments'),
    paid: naira('Paid'),
    lastPaid: time('Last paid'),
    added: time('Added'),
  },
  invoices: {
    number: name('Invoice'),
    customer: text('Customer'),
    email: text('Email'),
    amount: naira('Amount'),
    paid: naira('Paid'),
    refunded: naira('Refunded'),
    outstanding: naira('Outstanding'),
    status: name('Status'),
    due: day('Due'),
    written: time('Written'),
    paidOn: time('Paid on'),
  },
  settlements: {
    reference: name('Reference'),
    status: name('Status'),
    firstDay: day('First day'),
    lastDay: day('Last day'),
    due: day('Due'),
    paid: time('Paid'),
    payments: whole('Payments'),
    opening: naira('Opening balance'),
    gross: naira('Gross'),
    fees: naira('Fees'),
    vat: naira('VAT on fees'),
    shares: naira('Shares of others'),
    refunds: naira('Refunds'),
    disputes: naira('Disputes'),
    reserve: naira('Reserve'),
    adjustments: naira('Card checks and adjustments'),
    duty: naira('Stamp duty'),
    amount: naira('To the bank'),
    bank: name('Bank'),
    account: name('Account number'),
    accountName: text('Account name'),
    narration: name('Narration'),
    bankReference: name('Session ID'),
  },
  settlementLines: {
    type: name('Type'),
    at: time('Time'),
    description: name('Description'),
    payment: name('Payment'),
    customer: text('Customer'),
    email: text('Email'),
    channel: name('Channel'),
    gross: naira('Gross'),
    fee: naira('Fee'),
    vat: naira('VAT on fee'),
    shares: naira('Shares of others'),
    amount: naira('Settled'),
  },
  subscriptions: {
    customer: text('Customer'),
    email: text('Email'),
    plan: text('Plan'),
    amount: naira('Price'),
    coupon: text('Coupon'),
    discount: naira('Discount'),
    addOns: naira('Add-ons'),
    setupFee: naira('Setup fee'),
    interval: name('Billing interval'),
    status: name('Status'),
    nextCharge: time('Next charge'),
    started: time('Started'),
    ended: time('Ended'),
    code: name('Code'),
  },
  mandates: {
    reference: name('Reference'),
    customer: text('Customer'),
    email: text('Email'),
    amount: naira('Amount'),
    kind: name('Kind'),
    frequency: name('How often'),
    status: name('Status'),
    ready: name('Ready to debit'),
    bank: name('Bank'),
    account: name('Account'),
    holder: text('Account name'),
    narration: text('What for'),
    start: day('First day'),
    end: day('Last day'),
    debits: whole('Debits'),
    debited: naira('Debited'),
    nextDebit: time('Next debit'),
    written: time('Written'),
  },
  recipients: {
    recipient: text('Recipient'),
    status: name('Status'),
    bank: name('Bank'),
    account: name('Account'),
    holder: text('Account name'),
    unsettled: naira('Not paid out yet'),
    inPayout: naira('On its way to the bank'),
    paidOut: naira('Paid out'),
    owed: naira('Owes you'),
    added: time('Added'),
  },
  fees: { month: name('Month'), ...feeColumns },
  feesByDay: { day: day('Day'), ...feeColumns },
  auditEvents: {
    time: time('Time'),
    who: text('Who'),
    account: text('Account'),
    what: name('What'),
    object: text('Object'),
    before: text('Before'),
    after: text('After'),
    address: name('Address'),
    device: text('Device'),
    position: name('Position'),
    chained: text('Chained text'),
    hash: name('Hash'),
  },
} as const satisfies Record<string, Record<string, ExportColumn>>

export type ExportKind = keyof typeof exportColumns
/** Keys of the columns of an export. */
export type ColumnKey<Kind extends ExportKind> = keyof (typeof exportColumns)[Kind] & string

/** Heading of a column, with its unit: "Amount (NGN)", "Paid (Africa/Lagos)". */
export function columnHeading({ title, kind }: ExportColumn): string {
  if (kind === 'naira') return `${title} (NGN)`
  return kind === 'time' ? `${title} (Africa/Lagos)` : title
}
