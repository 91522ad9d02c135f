import type { ApprovalEffect } from '@adire/contract/approvals-schemas.ts'
import type { StaffApprovalAction } from '@adire/contract/back-office/approval-actions.ts'
import type { NewStaffApprovalRules } from '@adire/contract/back-office/approvals-schemas.ts'
import type { Endpoint, ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import type { CreationHandler } from '../../http/creation.ts'

/** What a person reads before they decide. */
export interface StaffApprovalPreview {
  /** A sentence without an end: "Change the limits of Ada Stores". */
  title: string
  merchantId?: string
  effects: ApprovalEffect[]
}

/** An action that can wait for another person of the staff: the same handler carries it out with and without an approval. */
export interface StaffGuardedAction<In = unknown> {
  name: StaffApprovalAction
  endpoint: Endpoint
  handler: CreationHandler<StaffContext, unknown, undefined, unknown, unknown>
  /** Whether the rules, whose group is on, cover this input. By default they do. */
  isCovered?: (context: StaffContext, input: In, rules: NewStaffApprovalRules) => Promise<boolean>
  preview: (context: StaffContext, input: In) => Promise<StaffApprovalPreview>
  /** Runs after the handler, in its transaction, with and without an approval. Throws to reject the action. */
  after?: (context: StaffContext) => Promise<void>
}

interface Definition<E extends Endpoint, Made>
  extends Pick<StaffGuardedAction<ParsedInput<E>>, 'name' | 'isCovered' | 'preview' | 'after'> {
  endpoint: E
  handler: CreationHandler<StaffContext, ParsedInput<E>, undefined, Made, unknown>
}

/** Checks the types of one action, and forgets them: the list has actions of all kinds. */
export const defineStaffAction = <E extends Endpoint, Made>(definition: Definition<E, Made>): StaffGuardedAction =>
  definition as unknown as StaffGuardedAction
