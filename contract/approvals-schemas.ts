import * as z from 'zod/mini'
import { NewApiKey } from './api-keys-schemas.ts'
import {
  approvalActionNames,
  type approvalActions,
  approvalGroups,
  approvalLimits,
  approvalStatuses,
} from './approval-actions.ts'
import { describe } from './describe.ts'
import { Id, inputSchema, MultilineText, requiredOr, Timestamp } from './fields.ts'
import { Paginated, paginationFields } from './list-schemas.ts'
import { messages } from './messages.ts'
import { NewRefund } from './refunds-schemas.ts'

export type ApprovalAction = keyof typeof approvalActions
export const ApprovalAction = z.enum(approvalActionNames)
export const ApprovalStatus = z.enum(approvalStatuses)
export type ApprovalStatus = z.infer<typeof ApprovalStatus>
export const ApprovalGroup = z.enum(approvalGroups)

/** One line of the preview of an effect: a value, or what it is now and what it becomes. */
export const ApprovalEffect = z.object({
  label: z.string(),
  before: describe('Present value. Null if there is none.', z.nullable(z.string())),
  after: describe('Value after the approval.', z.string()),
})
export type ApprovalEffect = z.infer<typeof ApprovalEffect>

export const Approval = describe(
  'An action that waits for a second person, or did.',
  z.object({
    id: Id,
    action: describe('Endpoint whose effect waits, such as `requestRefund`.', ApprovalAction),
    group: ApprovalGroup,
    status: describe(
      '`waiting`: for a second person. `approved`: the requester can complete it (keys only). `done`: it took effect. ' +
        '`rejected`, `cancelled`, `expired`: it did not. `failed`: it was approved, but is no longer possible; `failureReason` says why.',
      ApprovalStatus,
    ),
    title: describe('What will happen, as a sentence.', z.string()),
    subjectId: describe(
      'Id of the payment, bank account, key, member or role concerned. Null for none.',
      z.nullable(Id),
    ),
    requestedBy: describe('Name or email of the person, or the API key, that asked.', z.string()),
    isYours: describe('Whether you asked.', z.boolean()),
    createdAt: Timestamp,
    expiresAt: describe(`When it stops waiting, ${approvalLimits.days} days after the request.`, Timestamp),
    decidedBy: describe(
      'Name or email of the person who approved or rejected it. Null until then.',
      z.nullable(z.string()),
    ),
    decidedAt: z.nullable(Timestamp),
    comment: describe('Comment of that person. Null for none.', z.nullable(z.string())),
    failureReason: describe('Why the action was not possible. Null unless `failed`.', z.nullable(z.string())),
    resultId: describe('Id of what it created, such as a refund. Null for nothing.', z.nullable(Id)),
    denied: describe('Why you may not approve or reject it, as a sentence. Null if you may.', z.nullable(z.string())),
  }),
)
export type Approval = z.infer<typeof Approval>

export const ApprovalDetail = z.extend(Approval, {
  effects: describe('Preview of the effect, as it was requested.', z.array(ApprovalEffect)),
  obstacle: describe('Why it would fail if it were approved now. Null if nothing is known.', z.nullable(z.string())),
  events: describe(
    'What happened to the request, newest first.',
    z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
  ),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

const Switches = {
  refunds: describe('Whether refunds above the limit need an approval. Required.', z.boolean()),
  refundLimitKobo: describe(
    'Amount in kobo from 0 to 5000000000 up to which a payment is refunded without approval, all of its refunds together. Required.',
    z
      .int(requiredOr('Enter an amount in naira'))
      .check(z.minimum(0, messages.amountAtLeast(0)), z.maximum(5_000_000_000, 'Enter a smaller amount')),
  ),
  bankAccounts: describe(
    'Whether new bank accounts and changes of the payout account need an approval. Required.',
    z.boolean(),
  ),
  recipients: describe(
    'Whether recipients of splits, their accounts and their shares need an approval. Required.',
    z.boolean(),
  ),
  apiKeys: describe('Whether new, rotated and changed keys need an approval. Required.', z.boolean()),
  team: describe('Whether invitations, roles and ownership need an approval. Required.', z.boolean()),
  goLive: describe('Whether the request to go live needs an approval. Required.', z.boolean()),
}
export const NewApprovalRules = inputSchema(Switches)
export type NewApprovalRules = z.infer<typeof NewApprovalRules>

export const ApprovalRules = describe(
  'Which actions need an approval. The same in Test Mode and Live Mode.',
  z.object({
    ...Switches,
    approvers: describe('Number of members with the permission `approvals.manage`.', z.int()),
  }),
)
export type ApprovalRules = z.infer<typeof ApprovalRules>

const oneApproval = inputSchema({ id: Id })

export const listApprovals = {
  description:
    'Requests for approval, newest first: those that you made, and those about what your role may see. A key sees those that it made.',
  input: inputSchema({
    ...paginationFields,
    state: describe(
      '`open`: those that wait or are approved; `ended`: all others. Optional.',
      z.optional(z.enum(['open', 'ended'])),
    ),
    group: describe('Only those of this group of actions. Optional.', z.optional(ApprovalGroup)),
    subjectId: describe('Only those about this payment, bank account, key, member or role. Optional.', z.optional(Id)),
  }),
  output: Paginated(Approval),
}

export const getApproval = {
  description: 'One request for approval, with the preview of its effect. 404 `approval_not_found`.',
  input: oneApproval,
  output: ApprovalDetail,
}

export const countApprovals = {
  description:
    'Number of requests that wait for you: those that you may approve, and approved ones that you can complete.',
  input: inputSchema({}),
  output: z.object({ waiting: z.int() }),
}

const Comment = MultilineText(500)
const Reason = Comment.check(z.minLength(1, messages.required))
export const ApprovalForm = inputSchema({ comment: Comment })
export const RejectionForm = inputSchema({ comment: Reason })

export const approveRequest = {
  description:
    'Approves a request of somebody else, which carries out its action at once. If that is no longer possible, the response has the status ' +
    '`failed` and the reason. A key is shown to its requester only: such a request becomes `approved`, and the requester completes it. ' +
    'You need the permission of the action, too: 403 `permission_missing`. 403 `own_approval` for your own request, in whichever session; ' +
    '409 `approval_expired`, `approval_move_refused` for one that has ended; 404 `approval_not_found`. Needs a confirmation: 403 ' +
    '`confirmation_required`.',
  input: inputSchema({
    id: Id,
    comment: describe('Comment for the requester, at most 500 characters. Optional.', z.optional(Comment)),
  }),
  output: ApprovalDetail,
}

export const rejectRequest = {
  description:
    'Rejects a request of somebody else. 403 `own_approval`, `permission_missing`; 409 `approval_expired`, `approval_move_refused`; 404 ' +
    '`approval_not_found`.',
  input: inputSchema({
    id: Id,
    comment: describe('Reason for the requester, at most 500 characters. Required.', Reason),
  }),
  output: ApprovalDetail,
}

export const cancelApproval = {
  description:
    'Withdraws your own request. 403 `approval_of_other` for that of somebody else; 409 `approval_move_refused` for one that has ended; ' +
    '404 `approval_not_found`.',
  input: oneApproval,
  output: ApprovalDetail,
}

export const completeApproval = {
  description:
    'Creates or rotates the key that another person has approved, once, and returns it. Only the requester can do it: 403 ' +
    '`approval_of_other`. 409 `approval_expired`, `approval_move_refused`, `secret_key_exists`, `key_rolled`, `too_many_keys`; 404 ' +
    '`approval_not_found`, `key_not_found`; 403 `permission_not_yours`. Needs a confirmation: 403 `confirmation_required`.',
  input: oneApproval,
  output: NewApiKey,
}

export const getApprovalRules = {
  description: 'Which actions of the business need an approval.',
  input: inputSchema({}),
  output: ApprovalRules,
}

export const setApprovalRules = {
  description:
    'Changes which actions need an approval. As soon as one does, this change needs an approval itself: 403 `approval_required`. 409 ' +
    '`approver_needed` unless two members could approve each action. Needs a confirmation: 403 `confirmation_required`.',
  input: NewApprovalRules,
  output: ApprovalRules,
}

export const requestRefundApproval = {
  description:
    'Asks for a refund, which somebody with the permissions `refunds.manage` and `approvals.manage` approves. The request always waits, also ' +
    'when the business has no rule for refunds. 422 `above_what_is_left` at `amountKobo`; 409 `payment_not_paid`, `nothing_left`, ' +
    '`payment_disputed`, `too_many_approvals`; 404 `payment_not_found`.',
  input: z.extend(NewRefund, { id: Id }),
  output: Approval,
}
