import { dayMs, minuteMs } from './durations.ts'

/** Every constant of section 9 of the specification. Times in ms, money in kobo. */
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

  // Our own limits; the specification does not define these.
  listMaximum: 100,
  countedTo: 10_000,
  /** Longest period of an account statement in days: a year and a month. */
  statementDays: 400,
  /** Returned payouts to one account after which a settlement waits for its owner. */
  returnedPayouts: 3,
  /** Payouts to one account that came back after they were paid, within a month, after which the next settlement waits for its owner. */
  sentBackPayouts: 2,
  /** Payment totals are exact up to this many rows; above it `totalIsCapped` is set. */
  totalledTo: 50_000,
  chargeMinimumKobo: 100_00,
  chargeMaximumKobo: 50_000_000_00,
  /** Amount of a card check before a card is saved; refunded at once. */
  cardCheckKobo: 50_00,
  abandonAfterMs: 30 * minuteMs,
  transferWindowMs: 30 * minuteMs,
  otpAttempts: 3,
  pinAttempts: 1,
  documentBytes: 5 * 1024 * 1024,
  logoBytes: 2 * 1024 * 1024,
  /** Size at which the picture of a payment link is shown; it is stored at twice that size. */
  linkPictureWidthPx: 600,
  linkPictureHeightPx: 400,
  confirmationMs: 5 * minuteMs,
  secretVisibleMs: 60_000,
  restrictedKeysMaximum: 50,
  keyOverlapMs: dayMs,
  /** Delay before a new payout account is used: time for the owner to cancel a change that somebody else requested. */
  payoutAccountDelayMs: dayMs,
  /** Largest single move of a test clock, and its largest offset from the wall clock. */
  clockMoveMs: 367 * dayMs,
  clockOffsetMaximumMs: 20 * 366 * dayMs,
  bankAccountsMaximum: 20,
  businessesMaximum: 20,
  exportRows: 1_000_000,
  /** Saved views per list and user; more than these do not fit on screen. */
  savedViews: 5,
  invoiceLines: 50,
  reportSchedules: 10,
} as const
