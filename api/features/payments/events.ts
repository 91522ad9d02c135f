// What payments call in the products above them. `api/wiring.ts` lists the handlers, in the order in which they run. All run in
// the transaction of the payment, with the payment locked.
import type { Payment } from '@adire/contract/payments-schemas.ts'
import type { ApiConfig } from '../../config.ts'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineHandler, defineHandlers } from '../../handlers.ts'
import type { PaymentRecord } from './move.ts'

export type PaymentSuccess = ChargeOutcome & { kind: 'success' }

/** Stores the payer as a customer, before the payment is posted. Returns the customer's id. */
export const storePayer = defineHandler<(context: Context, payment: PaymentRecord) => Promise<string>>('storePayer')

/** The subscription that a success began, as it is stored on the payment. */
export type StartedSubscription = Pick<PaymentRecord, 'subscriptionId' | 'subscriptionInvoiceId'>

/** What a product stores on a payment after its success. */
export type StoredOnPayment = StartedSubscription | Pick<PaymentRecord, 'savedCardId'>

/** A payment succeeded and is posted to the ledger. Returns what to store on the payment, if anything. */
export const paymentSucceeded =
  defineHandlers<
    (
      context: Context,
      payment: PaymentRecord,
      success: PaymentSuccess,
    ) => Promise<StoredOnPayment | undefined> | Promise<void>
  >('paymentSucceeded')

/** A payment failed or was abandoned. */
export const paymentFailed =
  defineHandlers<(context: Context, payment: PaymentRecord, reason: DeclineReason | 'abandoned') => Promise<void>>(
    'paymentFailed',
  )

/** A part of a payment, in kobo, that went back to the payer, or came back to us (negative). */
export interface MoneyBack {
  kobo: number
  /** The refund by which it went back; null for a lost dispute. */
  refundId: string | null
}

/** A part of a payment went back to the payer; `refundedKobo` of the payment includes it. */
export const paymentRefunded =
  defineHandlers<(context: Context, payment: PaymentRecord, back: MoneyBack) => Promise<void>>('paymentRefunded')

/** Calls what the products do after a part of a payment went back. `payment.refundedKobo` must include it. */
export async function announceRefunded(context: Context, payment: PaymentRecord, back: MoneyBack): Promise<void> {
  for (const handle of paymentRefunded.get()) await handle(context, payment, back)
}

/**
 * Whether the amount of a payment is still owed on what it pays, such as an invoice, which stays locked until the transaction ends.
 * Undefined if the payment is not for this product.
 */
export const owedChecks = defineHandlers<(tx: Tx, payment: PaymentRecord) => Promise<boolean | undefined>>('owedChecks')

/** Fields of a payment that belong to its settlement. */
export type SettlementParts = Pick<Payment, 'settlement' | 'expectedSettlementOn' | 'settlementHold'>

/** Settlements of the payments of a page, by payment id. */
export const settlementsOfPayments =
  defineHandler<
    (tx: Tx, merchantId: string, ids: readonly string[], now: Date) => Promise<ReadonlyMap<string, SettlementParts>>
  >('settlementsOfPayments')

/** Days on which a business is expected to be paid out, as the export of payments needs them. Null while payouts are on hold. */
export interface ExpectedDays {
  /** Expected day of the settlement that is not paid out yet. */
  openOn: string | null
  /** Proceeds that are in no settlement yet are expected on `firstOn` for payments before this time, and on `laterOn` for later ones. */
  before: Date
  firstOn: string | null
  laterOn: string | null
}

export const expectedDays =
  defineHandler<(tx: Tx, merchantId: string, now: Date) => Promise<ExpectedDays>>('expectedDays')

/** Fields of a payment's detail that belong to other features. */
export type PaymentParts = SettlementParts &
  Pick<Payment, 'paymentLink' | 'invoice' | 'charge' | 'mandate' | 'subscription' | 'coupon' | 'savedCard'>

/** One feature's fields of a payment's detail. */
export const paymentParts =
  defineHandlers<(tx: Tx, payment: PaymentRecord, now: Date) => Promise<Partial<PaymentParts>>>('paymentParts')

/** What a payment is for, as its receipt and its notice say it. */
export interface Purchase {
  /** "paid …" in a notice to the merchant. */
  text?: string
  /** Rows of the receipt: label and value. */
  rows?: [label: string, value: string][]
  /** Button of the receipt. */
  action?: { label: string; url: string }
  /** Payment page with an address that is notified of its payments. */
  page?: { name: string; notifies: string | null }
}

/** One product's description of a payment. Undefined if the payment is not for it. The first text and button count. */
export const purchaseDescriptions =
  defineHandlers<
    (tx: Tx, payment: PaymentRecord, config: Pick<ApiConfig, 'publicUrl'>) => Promise<Purchase | undefined>
  >('purchaseDescriptions')
