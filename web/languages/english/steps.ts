import { channelDefinitions, type HostedChannel, hostedChannels } from '@adire/contract/channels/channels.ts'
import { messages } from '@adire/contract/messages.ts'
import { perInterval } from '@adire/contract/plans.ts'

const payerWords = (word: 'label' | 'retryLabel') =>
  Object.fromEntries(hostedChannels.map((channel) => [channel, channelDefinitions[channel].payer[word]])) as Record<
    HostedChannel,
    string
  >

/** English texts of the checkout until the payment is made, and the keys that every other language must have. */
export const steps = {
  // Around every step
  contact: 'Questions about this payment? Write to',
  poweredBy: (brand: string) => `Powered by ${brand}`,
  language: 'Language',
  change: 'Change',
  noRealMoney: 'no real money moves',
  loading: messages.loading,
  pleaseWait: messages.pleaseWait,
  reload: messages.reload,
  offline: messages.offline,
  copy: 'Copy',
  copied: messages.copied,
  continue: 'Continue',
  choose: 'Choose',
  optional: '(optional)',
  checkAgain: 'Check again',
  status: { waiting: 'Waiting for the bank.', paid: 'Paid.', failed: 'Not paid.', expired: 'Expired, not paid.' },

  // Amount
  chooseAmount: 'You choose the amount',
  per: perInterval,
  freeFirst: (days: number) => `first ${days === 1 ? 'day' : `${days} days`} free`,
  price: 'Price',
  fee: 'Payment fee, VAT included',
  total: 'Total',

  // Details of the payer
  subscribeTo: (plan: string) => `Subscribe to ${plan}`,
  howMuch: 'How much would you like to pay?',
  yourDetails: 'Your details',
  receiptWhere: 'Where should the receipt go?',
  amount: 'Amount',
  leftToPay: (amount: string) => `${amount} is left to pay. You can pay a part of it now.`,
  email: 'Email address',
  receiptHere: 'Your receipt goes here.',
  phone: 'Phone number',
  continueToPay: (amount: string) => `Continue to pay ${amount}`,
  pageChanged: 'This page has changed since you opened it.',

  // Payment method
  whichCard: 'Which card should be charged?',
  howToPay: 'How would you like to pay?',
  payBy: (method: string) => `Pay by ${method}`,
  payByInstead: (method: string) => `Pay by ${method.toLowerCase()} instead`,
  paymentMethod: 'Payment method',
  payAnotherWay: 'Pay another way',
  useAnotherCard: 'Use another card',
  methods: payerWords('label'),
  retry: payerWords('retryLabel'),
  pay: (amount: string) => `Pay ${amount}`.trimEnd(),

  // Card
  cardNumber: 'Card number',
  expiry: 'Expiry',
  useThisCard: 'Use this card',
  startFreeDays: 'Start free trial',
  subscribeAndPay: (amount: string) => `Subscribe and pay ${amount}`,
  cardNotKept: 'Your card number and CVV are not stored.',
  cardAdvice: 'Try again, or use another card.',
  card: 'Card',
  ending: (name: string, last4: string) => `${name} ending ${last4}`,
  accountEnding: (bank: string, last4: string) => `${bank}, account ending ${last4}`,

  // Bank account
  yourBank: 'Your bank',
  chooseBank: 'Choose a bank',
  accountNumber: 'Account number',
  accountNotKept: 'Your bank asks for your date of birth and a one-time code. The account number is not stored.',

  // Transfer
  openingAccount: 'Opening an account number for this payment',
  accountIntro: 'You get an account number for this payment only, valid for 30 minutes.',
  getAccount: 'Get the account number',
  accountExpired: 'This account number has expired. Do not send money to it: it would be sent back.',
  alreadySent: 'If you have already sent it, leave this page open: we are still checking.',
  exactAmount: 'Exact amount',
  accountExpiresIn: 'Account number expires in',
  copyWhat: { account: 'account number', amount: 'amount', code: 'code', qr: 'what the QR code says' },
  waitingTransfer: 'Waiting for your transfer to arrive',
  iHaveSent: 'I have sent it',
  receiptOnArrival: (email: string) =>
    `It is safe to close this page. The receipt goes to ${email} as soon as the money arrives.`,
  sendExact: 'Send the exact amount from your bank’s app. Any other amount is sent back to you.',
  seesTransfer: 'This page updates when the transfer arrives.',

  // USSD and QR
  anotherBank: 'Another bank',
  codeForBank: 'Get a code for this bank',
  codeToDial: 'Get a code to dial',
  codeExpired: 'This code has expired. Get a new one below.',
  codeExpiresIn: 'Code expires in',
  dialWith: (bank: string) => `Dial from the phone number linked to your ${bank} account`,
  dialNow: 'Dial it now',
  confirmThere: 'Confirm the amount there. Enter your bank PIN only on that phone.',
  drawingQr: 'Drawing a QR code for this payment',
  qrIntro: 'You get a QR code for this payment only, valid for 10 minutes.',
  showQr: 'Show the QR code',
  showNewQr: 'Show a new QR code',
  qrExpired: 'This QR code has expired, and scanning it pays nothing.',
  qrExpiresIn: 'QR code expires in',
  qrPicture: 'QR code of this payment',
  scanIt: 'Scan it with the app of your bank, under NQR or "Scan to pay", and confirm the amount there.',
  saveQr: 'Save it for the app of your bank',
  cannotScan: 'Can’t scan? Show the code as text',
  waitingPhone: 'Waiting for you to confirm on your phone',
  receiptOncePaid: (email: string) =>
    `It is safe to close this page. The receipt goes to ${email} as soon as you have paid.`,

  // Challenges of the bank
  challenges: {
    send_pin: {
      title: 'Enter your card PIN',
      text: 'Your bank asks for the 4-digit PIN that you use at the ATM.',
      label: 'Card PIN',
      wrong: 'A PIN has 4 digits',
    },
    send_otp: {
      title: 'Enter the code from your bank',
      text: 'Your bank has sent a one-time code to the phone number linked to your account.',
      label: 'One-time code',
      wrong: 'The code has at least 4 digits',
    },
    send_birthday: {
      title: 'Confirm your date of birth',
      text: 'Your bank asks for the date of birth of the account holder.',
      label: 'Date of birth',
      wrong: 'Use a date like 25 / 08 / 1990',
    },
    send_phone: {
      title: 'Confirm your phone number',
      text: 'Use the number linked to your bank account. It gets a one-time code.',
      label: 'Phone number',
      wrong: 'A phone number has at least 10 digits',
    },
  },
  attempts: (left: number) =>
    left === 1 ? 'You have one attempt: a wrong entry ends this payment.' : `You have ${left} attempts.`,
  toBank: 'Continue to your bank',
  cardPage: 'You enter your card on the secure page of our card partner, which then brings you back here.',
  bankPage: 'Your bank confirms this payment on its own page and then brings you back here.',
  bankPageBeside:
    'Your bank confirms this payment on its own page, which opens beside this one. Come back here afterwards.',
}
