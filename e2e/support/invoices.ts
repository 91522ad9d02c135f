import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { createInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import type { Business } from './business.ts'
import { randomEmail } from './checkout.ts'
import { lagosDay } from './clock.ts'

/** A draft of an invoice of NGN 10,000. */
export const draftInvoice = (business: Business, given: Partial<EndpointInput<typeof createInvoice>> = {}) =>
  business.call(createInvoice, {
    customerEmail: randomEmail('bola'),
    customerName: 'Bola Ade',
    lines: [{ description: 'Aso-oke', quantity: 2.5, unitPriceKobo: 400_000 }],
    dueOn: lagosDay(10),
    ...given,
  })

/** An invoice that was sent to its customer. */
export const sentInvoice = async (business: Business, given: Partial<EndpointInput<typeof createInvoice>> = {}) =>
  business.call(sendInvoice, { id: (await draftInvoice(business, given)).id })
