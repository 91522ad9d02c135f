/** Summaries of operations whose name alone does not read as one. */
const summaries: Readonly<Record<string, string>> = {
  askInPage: 'Initialise charge in a page',
  notePayment: 'Set the note of a payment',
  getRefundable: 'Get refundable amount',
  payRefundToAccount: 'Pay refund to a bank account',
  unblacklistCustomer: 'Remove customer from blacklist',
  eraseCustomer: 'Erase personal data of a customer',
  exportCustomer: 'Download data of a customer',
  setPlanActive: 'Open or close a plan for sign-ups',
  getPriceEffect: 'Preview price change of a plan',
  inviteToPlan: 'Invite customer to a plan',
  resolveSubscriptionDebt: 'Mark unpaid period as paid or forgiven',
  debitNow: 'Debit mandate on demand',
  getUnsettled: 'Get unsettled balance',
  resumeSettlement: 'Release settlement on hold',
  listenForWebhooks: 'Poll for events',
  setWebhookEndpointEnabled: 'Turn webhook endpoint on or off',
  resendFailedWebhooks: 'Resend failed webhook deliveries',
  changeModeType: 'Change mode',
  getModeType: 'Get mode',
  answerBank: 'Answer the bank’s question',
  getThanks: 'Get outcome for the payer',
  getPush: 'Get push notifications of a device',
  readNotifications: 'Mark notifications as read',
  saveView: 'Create saved view',
  deleteView: 'Delete saved view',
  renameView: 'Rename saved view',
  followBusiness: 'Receive live updates of a business',
  playOutcome: 'Simulate outcome',
  listOutcomes: 'List outcomes to simulate',
  viewInvitation: 'Get invitation',
  askForRefund: 'Request approval of a refund',
}

const spelling: Readonly<Record<string, string>> = {
  xlsx: 'as XLSX',
  api: 'API',
  bvn: 'BVN',
  kyc: 'verification',
  otp: 'code',
  qr: 'QR',
  ussd: 'USSD',
  party: 'recipient',
  parties: 'recipients',
}

/** Title of an operation for people: "Create payment link", from `createPaymentLink`. */
export function summarize(operationId: string): string {
  const known = summaries[operationId]
  if (known) return known
  const words = operationId.replace(/([A-Z])/g, ' $1').toLowerCase()
  const spelled = words.replace(/\w+/g, (word) => spelling[word] ?? word)
  return spelled.replace(/^./, (first) => first.toUpperCase())
}
