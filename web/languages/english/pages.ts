import { channelDefinitions, type HostedChannel } from '@adire/contract/channels/channels.ts'
import { messages } from '@adire/contract/messages.ts'
import { payerReasons } from '@adire/contract/payer-reasons.ts'

const closed = 'This payment page is closed'

/** English texts of the pages that only the server renders, apart from the mandate page. */
export const pages = {
  // Titles in the browser
  payTitle: (business: string, name: string) => `Pay ${business}: ${name}`,
  fromTitle: (name: string, business: string) => `${name} from ${business}`,

  // Around every page
  questions: 'Questions? Write to',
  answersAt: (name: string) => `Questions? Write to ${name} at`,
  helpsAt: (name: string) => `For help, write to ${name} at`,

  closed: {
    nothing: {
      title: 'Payment page not found',
      text: 'There is no payment page at this link. Check the link, or ask the business for a new one.',
    },
    noSubscription: {
      title: 'Subscription not found',
      text: 'There is no subscription at this link. Check the link, or ask the business for a new one.',
    },
    unpublished: {
      title: closed,
      text: 'This business is not taking payments here at the moment. Try again later, or ask the business for another way to pay.',
    },
    archived: {
      title: closed,
      text: 'This business no longer takes payments here. Ask the business if you still want to pay.',
    },
    expired: { title: 'This payment page has expired', text: 'Ask the business whether you can still pay.' },
    unavailable: {
      title: 'This business can’t be paid online yet',
      text: 'Online payments are not open for this business yet. Nothing was charged. Ask the business for another way to pay.',
    },
    stopped: {
      title: 'This business takes no payments at the moment',
      text: 'Nothing was charged. Try again later, or ask the business for another way to pay.',
    },
    unsent: {
      title: 'This invoice has not been sent yet',
      text: 'The business is still writing it. You will get an email when it is ready.',
    },
    full: {
      title: 'Sold out or fully booked',
      text: 'This page can take no more payments. Ask the business whether there will be more.',
    },
  },
  /** A channel that does not work well. `method` is its name on the page, which other languages use. */
  unhealthy: (channel: HostedChannel, state: 'slow' | 'failing', _method: string) =>
    `${channelDefinitions[channel].payer.payments} ${state === 'slow' ? 'are slow' : 'often fail'} at the moment.`,
  receiptByMail: 'If you have paid here just now, your receipt comes by email.',
  businessAnswersAt: (name: string) => `Write to ${name} at`,

  // Subscribing with a bank account
  payFromAccount: (plan: string) => `Pay ${plan} from a bank account`,
  accountIntro: (price: string) =>
    `${price}, by direct debit. On the next page you read the terms, and agree with a code that we email you. Your bank then asks you for one transfer of NGN 50.00. Your subscription starts when the bank is ready for debits, about a day later.`,
  yourName: 'Your name',
  toldBeforeDebit: 'We email you here before each debit.',
  bank: 'Bank',
  chooseYourBank: 'Choose your bank',
  payByCardInstead: 'Pay by card instead',

  // Code of a coupon
  haveCode: 'Have a code?',
  code: 'Code',
  applyCode: 'Apply',
  codeApplied: (code: string) => `${code} is applied:`,
  removeCode: 'Remove',
  reducedFor: ({ reduced, full, span }: { reduced: string; full: string; charges: number; span: string }) =>
    `${reduced} for ${span}, then ${full}`,

  // Subscription
  confirmTitle: (amount: string) => `Your bank asks you to confirm ${amount}`,
  confirmUntil: (time: string) => `Nothing is charged before you do. You can confirm it until ${time}.`,
  confirmPayment: 'Confirm payment',
  notThrough: 'Your last payment did not go through',
  couldNotCharge: (amount: string) => `${amount} could not be charged.`,
  giveCard: 'Add another card to pay it now.',
  giveCardForAccount: 'Add a card to pay it now.',
  payWithCard: (amount: string) => `Pay ${amount} with a card`,
  payWithOtherCard: (amount: string) => `Pay ${amount} with another card`,
  changeCard: 'Change the card',
  cancelSubscription: 'Cancel the subscription',
  cancelled: messages.subscriptionCancelled,
  completed: 'Your subscription is complete',
  ended: 'Your subscription has ended',
  endedOn: (plan: string, day: string) => `${plan} ended on ${day}.`,
  endsOn: (day: string) => `Your subscription ends on ${day}`,
  untilThen: 'It stays active until then.',
  nothingMore: 'Nothing more is charged.',
  stillInProgress: (amount: string) =>
    `A payment of ${amount} is still in progress; after it, nothing more is charged.`,
  paused: 'Your subscription is paused',
  untilResumed: 'Nothing is charged until the business resumes it.',
  pausedUntil: (day: string) => `Nothing is charged until ${day}. It continues on that day.`,
  triedAgainOn: (day: string) => `The card is tried again on ${day}.`,
  notTriedAgain: 'The card is not tried again.',
  notBegun: 'Your subscription has not started yet',
  beginsWithDebits:
    'It starts as soon as your bank accepts debits from the account below. We email you then. Nothing is charged before.',
  freeUntil: (day: string) => `Free until ${day}`,
  cancelBefore: 'Cancel before then, and nothing is charged.',
  active: 'Your subscription is active',
  paidUntil: (day: string) => `It is paid until ${day}.`,
  nextPayment: 'Next payment',
  quantity: 'Quantity',
  addOns: 'Add-ons',
  paymentsLeft: 'Payments left',
  account: 'Account',
  accountEnding: (last4: string, bank: string) => `ending ${last4}, ${bank}`,
  emailShort: 'Email',
  number: 'Number',
  charges: {
    success: 'Paid',
    paid_outside: 'Paid',
    forgiven: 'Nothing to pay',
    pending: 'Waiting',
    failed: 'Not paid',
  },
  subscribeAgain: 'Subscribe again',
  paymentsSoFar: 'Payments so far',
  cancelPlan: (plan: string) => `Cancel ${plan}?`,
  endsNow: (amount: string) => `It ends now. The ${amount} that could not be charged is not charged again.`,
  endsAtOnce: 'It ends now.',
  keepFreeDays: (day: string) => `Your free trial continues until ${day}. Nothing is charged.`,
  keepPaid: (day: string) => `It stays active until ${day}, the end of the time you have paid for.`,
  whyLeave: 'Why are you leaving?',
  businessReads: 'The business can read your answer.',
  keepIt: 'Keep subscription',

  // Invoice
  whatFor: 'What you are paying for',
  invoiceFrom: (number: string, business: string) => `Invoice ${number} from ${business}`,
  paid: 'Paid',
  paidOn: (day: string) => `Paid on ${day}`,
  refundedOn: (amount: string, day: string) => `${amount} refunded on ${day}`,
  invoiceCancelled: 'Cancelled',
  dueOn: (day: string) => `due on ${day}`,
  wasDueOn: (day: string) => `was due on ${day}`,
  balanceDue: 'Balance due',
  toPay: 'To pay',
  downloadPdf: 'Download as PDF',
  paidAndRefunded: 'This invoice was paid and refunded',
  paidThanks: 'This invoice is paid. Thank you!',
  hasReceived: (business: string, amount: string) => `${business} has received ${amount}`,
  receivedTooMuch: (amount: string, business: string) =>
    `That is ${amount} more than the invoice. Ask ${business} to send it back.`,
  gaveBack: (amount: string, day: string) => `and refunded ${amount} on ${day}`,
  nothingToDo: 'There is nothing more to do.',
  wasCancelled: 'This invoice was cancelled',
  withdrawn: (business: string) => `${business} has withdrawn it, and there is nothing to pay.`,

  /** Failure messages for the payer, by failure code. They are sent to the checkout as data; for a code that is not listed, it shows the server's message. */
  reasons: payerReasons,
}
