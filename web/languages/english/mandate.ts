import { intervalNames } from '@adire/contract/periods.ts'

/** English texts of the mandate page. The text that the customer agrees to is not among them: it is stored as shown (decision 41). */
export const mandate = {
  heading: 'Direct debit mandate',
  titles: {
    decline: 'Decline',
    cancel: 'Cancel',
    skip: 'Skip debit',
    request: 'A request to debit your account',
    send: 'Send NGN 50',
    mandate: 'Your mandate',
  },
  upTo: 'Up to NGN',
  every: intervalNames,
  atATime: 'At a time',
  fromDay: (day: string) => `from ${day}`,
  untilDay: (day: string) => `until ${day}`,
  purpose: 'What for',
  reference: 'Reference',
  noneHere: 'There is no mandate here',
  noneTitle: 'No mandate here',
  noneText:
    'The link may not be whole, or the business has taken the request back. Open it from the mail again, or ask the business.',

  // Consent
  mayDebit: (business: string) => `May ${business} debit this account?`,
  onlyIfYours:
    'Agree only if the account is yours. Nothing is debited today: to confirm the account, you then send NGN 50 from it within 48 hours.',
  accountName: 'Account name',
  account: 'Account',
  bank: 'Bank',
  youAgreeTo: 'What you agree to',
  declineRequest: 'Decline this request',
  emailCode: 'Email me a code to agree',
  emailAnotherCode: 'Email me another code',
  codeGoesTo: (email: string) => `We send a one-time code to ${email}, so that nobody else can agree for you.`,
  codeFromEmail: 'Code from the email',
  codeSentTo: (email: string) => `Sent to ${email}, good for ten minutes.`,
  triesLeft: (left: number) => `${left} tries left.`,
  iAm: 'I am',
  andIAccept: 'and I accept the text above.',
  agree: 'I agree',
  declineQuestion: (business: string) => `Decline the request of ${business}?`,
  declineText: (business: string) => `The request ends and nothing is debited. We tell ${business}.`,
  decline: 'Decline',
  backToRequest: 'Back to the request',
  cancelQuestion: (business: string) => `Cancel your direct debit for ${business}?`,
  cancelText: (business: string) =>
    `${business} can no longer debit your account. A debit that is already at your bank is completed. You can’t undo this.`,
  cancel: 'Cancel direct debit',
  cancelThis: 'Cancel this direct debit',
  keepIt: 'Keep it',
  skip: 'Skip this debit',
  skipped: 'Skipped by you',
  skipQuestion: (amount: string, day: string) => `Skip the debit of ${amount} on ${day}?`,
  skipText: (business: string) =>
    `This debit is not made, and your direct debit continues. We tell ${business}: you may still owe them the amount.`,

  // Verification transfer
  nowSend: (amount: string) => `Thank you. Now send ${amount} from your account`,
  showsBank: (account: string, bank: string) =>
    `It shows your bank that ${account} at ${bank} is yours. Send exactly this amount, and from that account only.`,
  sendBefore: 'Send it before',
  nowConfirm: 'Thank you. Now confirm your account',
  confirmThere:
    'The next page is our payment processor’s. It shows you how to prove to your bank that the account is yours. Then you come back here.',
  continueThere: 'Continue',
  goesOn: 'This page goes on by itself. It is safe to close it: you also get a mail.',
  waitingBank: 'Waiting for your bank',

  // Status
  allSet: 'All is set',
  canDebit: (business: string) =>
    `${business} can debit your account as you agreed. No later than the day before each debit, we email you its date and amount.`,
  approved: 'Your bank has approved it',
  firstDebit: 'The first debit can be made within 24 hours. You have nothing more to do.',
  arrived: 'Your NGN 50 has arrived',
  bankChecks: 'Your bank is now checking the mandate. Most banks take a few minutes.',
  pausedByBank: 'Your bank has paused this mandate',
  askBank: 'Nothing is debited for now. Your bank can tell you why.',
  declined: 'Request declined',
  weTold: (business: string) => `Nothing is debited, and we have told ${business}.`,
  requestExpired: 'This request has expired',
  askAgain: (business: string) => `Nothing is debited. If you still want it, ask ${business} to send it again.`,
  cancelled: 'Your direct debit is cancelled',
  noLongerDebits: (business: string) => `${business} can no longer debit your account.`,
  ended: 'Your direct debit has ended',
  nothingMore: 'Nothing more will be debited. Thank you.',
  thankYou: 'Thank you',
  bankTold: 'We have told your bank, and are waiting for the account number to send NGN 50 to.',
  debits: 'Debits',
  planned: 'Planned',
  states: {
    success: 'Debited',
    failed: 'Not debited',
    processing: 'At your bank',
    retrying: 'Will be retried',
    scheduled: 'Planned',
    cancelled: 'Cancelled',
  },
}
