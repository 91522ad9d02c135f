import * as z from 'zod/mini'
import { Email, inputSchema, Phone, SingleLineText } from './fields.ts'

const who = {
  firstName: z.optional(SingleLineText(60)),
  lastName: z.optional(SingleLineText(60)),
  phone: z.optional(Phone),
}

/** Somebody a business sells to. The address is what payments are matched by, so it does not change afterwards. */
export const NewCustomer = inputSchema({ email: Email, ...who })
export const CustomerChanges = inputSchema(who)
/** Why a customer may not pay any more; for the business alone. */
export const BlacklistReason = inputSchema({ reason: SingleLineText(200) })
