import * as z from 'zod/mini'
import { ApprovalEffect, ApprovalForm, ApprovalStatus, RejectionForm } from '../approvals-schemas.ts'
import { Id, inputSchema, Timestamp } from '../fields.ts'
import { Paginated, paginationFields } from '../list-schemas.ts'
import { staffApprovalActionNames, staffApprovalGroups } from './approval-actions.ts'

/** An action that waits for another person of the staff, or did. Statuses are those of the approvals of businesses, without `approved`. */
export const StaffApproval = z.object({
  id: Id,
  action: z.enum(staffApprovalActionNames),
  group: z.enum(staffApprovalGroups),
  status: ApprovalStatus,
  /** What will happen, as a sentence. */
  title: z.string(),
  /** The business that it is about. */
  merchantId: z.nullable(Id),
  requestedBy: z.string(),
  isYours: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Timestamp),
  comment: z.nullable(z.string()),
  /** Why the action was not possible. Null unless `failed`. */
  failureReason: z.nullable(z.string()),
  /** Why the person may not approve or reject it. Null if they may. */
  denied: z.nullable(z.string()),
})
export type StaffApproval = z.infer<typeof StaffApproval>

export const StaffApprovalDetail = z.extend(StaffApproval, {
  effects: z.array(ApprovalEffect),
  /** Why it would fail if it were approved now. Null if nothing is known. */
  obstacle: z.nullable(z.string()),
})
export type StaffApprovalDetail = z.infer<typeof StaffApprovalDetail>

const Switches = {
  prices: z.boolean(),
  limits: z.boolean(),
  payoutTerms: z.boolean(),
  payouts: z.boolean(),
  /** Payouts up to this amount are released and retried without approval. */
  payoutLimitKobo: z
    .int('Enter an amount in naira')
    .check(z.minimum(0, 'Enter an amount of at least zero'), z.maximum(100_000_000_000, 'Enter a smaller amount')),
  risk: z.boolean(),
  staff: z.boolean(),
}
export const NewStaffApprovalRules = inputSchema(Switches)
export type NewStaffApprovalRules = z.infer<typeof NewStaffApprovalRules>
/** `admins`: people who can change the rules, or approve such a change. */
export const StaffApprovalRules = z.object({ ...Switches, admins: z.int() })
export type StaffApprovalRules = z.infer<typeof StaffApprovalRules>

const one = inputSchema({ id: Id })

export const listStaffApprovals = {
  input: inputSchema({
    ...paginationFields,
    state: z.optional(z.enum(['open', 'ended'])),
    merchantId: z.optional(Id),
  }),
  output: Paginated(StaffApproval),
}
export const countStaffApprovals = { input: inputSchema({}), output: z.object({ waiting: z.int() }) }
export const getStaffApproval = { input: one, output: StaffApprovalDetail }
export const approveStaffRequest = {
  input: inputSchema({ id: Id, comment: z.optional(ApprovalForm.shape.comment) }),
  output: StaffApprovalDetail,
}
export const rejectStaffRequest = {
  input: inputSchema({ id: Id, ...RejectionForm.shape }),
  output: StaffApprovalDetail,
}
export const cancelStaffApproval = { input: one, output: StaffApprovalDetail }
export const getStaffApprovalRules = { input: inputSchema({}), output: StaffApprovalRules }
export const setStaffApprovalRules = { input: NewStaffApprovalRules, output: StaffApprovalRules }
