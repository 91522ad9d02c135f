import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { ChargeKobo, Id, Kobo, requiredOr, SingleLineText } from './fields.ts'
import { QueryInteger } from './list-schemas.ts'
import { messages } from './messages.ts'
import { Interval } from './plans-schemas.ts'
import { endReasons, subscriptionInvoiceStatuses, subscriptionStatuses } from './subscriptions.ts'

export const SubscriptionStatus = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const SubscriptionInvoiceStatus = z.enum(subscriptionInvoiceStatuses)
export type SubscriptionInvoiceStatus = z.infer<typeof SubscriptionInvoiceStatus>

export const EndReason = z.enum(Object.keys(endReasons) as [EndReason, ...EndReason[]])
export type EndReason = keyof typeof endReasons

const between = [z.minimum(1, 'Use at least 1'), z.maximum(1_000, 'Use at most 1,000')] as const
export const Quantity = z.int(requiredOr('Use a whole number')).check(...between)
export const QueryQuantity = QueryInteger('Use a whole number').check(...between)

/** Extra that is charged with each period of a subscription. */
export const AddOn = z.object({
  name: describe('Name, 1 to 60 characters. Required.', SingleLineText(60).check(z.minLength(1, messages.required))),
  amountKobo: describe(
    'Price of one unit per period in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Required.',
    ChargeKobo,
  ),
  quantity: describe('Number of units: 1 to 1,000. Required.', Quantity),
})
export type AddOn = z.infer<typeof AddOn>

export const PlanOfSubscription = z.object({ id: Id, code: z.string(), name: z.string(), interval: Interval })

/** Discount on the coming charges of a subscription. */
export const Discount = z.object({
  amountKobo: describe('Discount on the next charge in kobo.', Kobo),
  chargesLeft: describe('Number of charges that are still reduced. Null for every charge.', z.nullable(z.int())),
})
