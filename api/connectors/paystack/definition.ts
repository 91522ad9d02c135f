import type { ProcessorDefinition } from '../connector.ts'
import { paystackBankAccounts } from './bank-accounts.ts'
import { paystackChallenges } from './challenges.ts'
import { openClient } from './client.ts'
import { paystackDisputes } from './disputes.ts'
import { paystackEvents } from './events.ts'
import { paystackHostedCards } from './hosted-cards.ts'
import { paystackAccountNames } from './lookups.ts'
import { paystackMandates } from './mandates.ts'
import { paystackPayments } from './payments.ts'
import { paystackPayouts } from './payouts.ts'
import { publishedPrice } from './prices.ts'
import { paystackRecords } from './records.ts'
import { paystackRefunds } from './refunds.ts'
import { paystackSavedCards } from './saved-cards.ts'
import { isAttested, readPaystackSettings } from './settings.ts'
import { paystackTransferAccounts } from './transfer-accounts.ts'
import { paystackTransferApprovals } from './transfer-approvals.ts'
import { paystackCards } from './typed-cards.ts'
import { paystackUssd, paystackUssdBanks } from './ussd.ts'

const capabilities = [
  'cards',
  'challenges',
  'hostedCards',
  'savedCards',
  'bankAccounts',
  'transferAccounts',
  'ussd',
  'mandates',
  'refunds',
  'disputes',
  'payouts',
  'transferApprovals',
  'accountNames',
  'events',
  'records',
] as const

/** Paystack (paystack.com), for live payments. Written from its published API description of November 2026. */
export const paystack: ProcessorDefinition<(typeof capabilities)[number]> = {
  name: 'Paystack',
  capabilities,
  banks: { ussd: paystackUssdBanks },
  isOff(capability, settings, bankCode) {
    const read = readPaystackSettings(settings)
    // Card numbers may pass through this server only while its attestation of compliance is valid.
    if (capability === 'cards') return !isAttested(read, new Date())
    if (capability !== 'bankAccounts') return false
    return bankCode === undefined ? read.accountBanks.length === 0 : !read.accountBanks.includes(bankCode)
  },
  checkSettings: readPaystackSettings,
  serves: (mode, { processors }) => mode === 'LIVE' && processors.includes('paystack'),
  // Paystack accepts letters, digits and "-.=" only. Our references have one underscore at most, after their kind.
  toReference: (reference) => reference.replaceAll('_', '-'),
  open({ config, requestLimit }) {
    const settings = readPaystackSettings(config.processorSettings)
    const client = openClient(settings, requestLimit)
    const refunds = paystackRefunds(client)
    return {
      payments: paystackPayments(client),
      cards: paystackCards(client),
      challenges: paystackChallenges(client),
      hostedCards: paystackHostedCards(client),
      savedCards: paystackSavedCards(client),
      bankAccounts: paystackBankAccounts(client),
      transferAccounts: paystackTransferAccounts(client, refunds),
      ussd: paystackUssd(client),
      mandates: paystackMandates(client),
      refunds,
      disputes: paystackDisputes(client),
      payouts: paystackPayouts(client),
      transferApprovals: paystackTransferApprovals(settings.secretKey),
      accountNames: paystackAccountNames(client),
      events: paystackEvents(client, settings.secretKey),
      records: paystackRecords(client, settings.price ?? publishedPrice),
    }
  },
}
