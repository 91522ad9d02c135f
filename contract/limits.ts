/** Every constant of section 9 of the specification, in one place. Times in ms, money in kobo. */
export const limits = {
  currency: 'NGN',
  defaultMode: 'TEST',
  modeLabel: { TEST: 'Test Mode', LIVE: 'Live Mode' },
  passwordMinimum: 8,
  currentPasswordMinimum: 3,
  nameMinimum: 3,
  phoneMinimum: 11,
  accountNumberMinimum: 10,
  checkDigitWeights: [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3],
  logoWidthPx: 175,
  logoHeightPx: 135,
  settingsToastMs: 3000,
  toastMs: 5000,
  copiedMs: 1000,
  bankSuccessToastMs: 1000,
  invoiceModalSwitchMs: 500,
  footerScrollDelayMs: 1000,
  chunkTimeoutMs: 120_000,
  toastDragPercent: 80,
  banksLimit: 100_000,
  listLimit: 10,
  downloads: {
    transactions: 'transaction.csv',
    customers: 'customer.csv',
    invoices: 'invoice.csv',
    settlements: 'settlement.csv',
  },
  copyrightFrom: 2019,

  // Ours: the specification leaves these open.
  listMaximum: 100,
  countedTo: 10_000,
  /** The longest period of an account statement: a year and what is left of a month. */
  statementDays: 400,
  /** After so many payouts that the bank returned from one account, a settlement waits for its owner. */
  returnedPayouts: 3,
  /** So many payments are added up one by one; of more it is said that they are more. */
  totalledTo: 50_000,
  chargeMinimumKobo: 100_00,
  chargeMaximumKobo: 50_000_000_00,
  /** What a card is tried with before it is kept; given back at once. */
  cardCheckKobo: 50_00,
  abandonAfterMs: 30 * 60_000,
  transferWindowMs: 30 * 60_000,
  otpAttempts: 3,
  pinAttempts: 1,
  documentBytes: 5 * 1024 * 1024,
  logoBytes: 2 * 1024 * 1024,
  confirmationMs: 5 * 60_000,
  secretVisibleMs: 60_000,
  keyOverlapMs: 24 * 3_600_000,
  /** From the request for another payout account to its use: time for the owner to cancel what somebody else asked for. */
  payoutAccountDelayMs: 24 * 3_600_000,
  /** How far a test business moves its clock at once, and how far ahead of the world it can live. */
  clockMoveMs: 367 * 24 * 3_600_000,
  clockOffsetMaximumMs: 20 * 366 * 24 * 3_600_000,
  bankAccountsMaximum: 20,
  businessesMaximum: 20,
  exportRows: 1_000_000,
  /** Of one list, by one user: more than fit beside each other are not found again. */
  savedViews: 5,
  invoiceLines: 50,
} as const
