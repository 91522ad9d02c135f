import * as z from 'zod/mini'
import { Email, inputSchema, Phone, SingleLineText } from './fields.ts'

const who = {
  /** First name. Optional, at most 60 characters. */
  firstName: z.optional(SingleLineText(60)),
  /** Last name. Optional, at most 60 characters. */
  lastName: z.optional(SingleLineText(60)),
  /** Nigerian phone number. Optional. */
  phone: z.optional(Phone),
}

/** A new customer. Payments are matched to customers by email address, so the email cannot be changed later. */
export const NewCustomer = inputSchema({ email: Email, ...who })
/** Name and phone of a customer. A field that is left out is cleared. */
export const CustomerChanges = inputSchema(who)
/** Reason for blacklisting, at most 200 characters. Required. The customer does not see it. */
export const BlacklistReason = inputSchema({ reason: SingleLineText(200) })
