import * as z from 'zod/mini'
import { Email, input, Line, Phone } from './fields.ts'

const who = {
  firstName: z.optional(Line(60)),
  lastName: z.optional(Line(60)),
  phone: z.optional(Phone),
}

/** Somebody a business sells to. The address is what payments are matched by, so it does not change afterwards. */
export const NewCustomer = input({ email: Email, ...who })
export const CustomerChanges = input(who)
/** Why a customer may not pay any more; for the business alone. */
export const BlacklistReason = input({ reason: Line(200) })
