import type { ApprovalAction, ApprovalEffect, NewApprovalRules } from '@adire/contract/approvals-schemas.ts'
import type { Endpoint, ParsedInput } from '@adire/contract/endpoint.ts'
import type { ContextFor, MerchantContext } from '../../context.ts'
import type { CreationHandler } from '../../http/creation.ts'

/** What a person reads before they decide. */
export interface ApprovalPreview {
  /** A sentence without an end: "Refund NGN 60,000.00 of 4f3a". */
  title: string
  /** Id of the object, where the dashboard shows that it waits. */
  subjectId?: string
  effects: ApprovalEffect[]
}

/** An action that can wait for an approval: the same handler carries it out with and without one. */
export interface GuardedAction<C = MerchantContext, In = unknown, Prepared = unknown> {
  name: ApprovalAction
  endpoint: Endpoint
  handler: CreationHandler<MerchantContext, unknown, unknown, unknown, unknown>
  /** Whether the rules, whose group is on, cover this input. By default they do. Runs in the transaction of the action. */
  isCovered?: (context: C, input: In, rules: NewApprovalRules) => Promise<boolean>
  preview: (context: C, input: In, prepared: Prepared) => Promise<ApprovalPreview>
  /** Why it would fail now, for a request that waits. Reads only. */
  findObstacle?: (context: C, input: In) => Promise<string | undefined>
}

interface Definition<E extends Endpoint, Prepared, Made>
  extends Pick<
    GuardedAction<ContextFor<E['access']>, ParsedInput<E>, Prepared>,
    'isCovered' | 'preview' | 'findObstacle'
  > {
  name: ApprovalAction
  endpoint: E
  handler: CreationHandler<ContextFor<E['access']>, ParsedInput<E>, Prepared, Made, unknown>
}

/** Checks the types of one action, and forgets them: the list has actions of all kinds. */
export const defineAction = <E extends Endpoint, Prepared, Made>(
  definition: Definition<E, Prepared, Made>,
): GuardedAction => definition as unknown as GuardedAction
