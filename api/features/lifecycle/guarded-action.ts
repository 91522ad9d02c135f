import type { ApprovalEffect } from '@adire/contract/approvals-schemas.ts'
import type { Context } from '../../context.ts'
import { rollBackTo, startSavepoint } from '../../database/write-at-commit.ts'
import type { CreationHandler } from '../../http/creation.ts'
import { Problem } from '../../http/problem.ts'
import type { EndpointRoute } from '../../http/route.ts'

/** What the two-person rules of businesses and of the provider's staff share about actions; about decisions: `two-person.ts`. */

type AnyCreation = CreationHandler<never, unknown, unknown, unknown, unknown>
type Run = () => Promise<unknown>
interface Given {
  input: unknown
  prepared: unknown
}

/** A route whose handler runs only through `around`, in the transaction of the handler. */
export function wrapRoute<C extends Context>(
  route: EndpointRoute,
  around: (context: C, given: Given, run: Run) => Promise<unknown>,
): EndpointRoute {
  const handler = (route.creation ?? { create: route.inContext }) as AnyCreation
  const create = (context: C, input: unknown, prepared: unknown) =>
    around(context, { input, prepared }, () => handler.create(context as never, input, prepared))
  return route.creation
    ? { ...route, creation: { ...handler, create } as NonNullable<EndpointRoute['creation']> }
    : { ...route, inContext: (context: C, input: unknown) => create(context, input, undefined) }
}

/** Runs a handler and rolls it back. What it throws stays thrown. */
export async function rehearseAction({ tx }: Pick<Context, 'tx'>, run: Run): Promise<void> {
  await startSavepoint(tx, 'rehearsal')
  await run()
  await rollBackTo(tx, 'rehearsal')
}

/** Returned, not thrown, so that the request is stored. */
export function approvalRequired(id: string): Problem {
  const error = new Problem(
    403,
    'approval_required',
    'Another person must approve this. They were notified, and nothing has changed yet',
  )
  error.approvalId = id
  return error
}

/** The action cannot be carried out any more. Any other error leaves the request as it is, to be approved again. */
export class ImpossibleAction extends Error {
  override name = 'ImpossibleAction'
}

/** Why an action is no longer possible, from what its execution threw; undefined for other errors. */
export const findImpossible = (error: unknown): string | undefined =>
  error instanceof ImpossibleAction ? error.message : undefined

/** Codes of errors that pass: the approver can try again. */
const passing: readonly string[] = ['confirmation_required', 'too_many_attempts', 'idempotency_in_progress']

/** @throws ImpossibleAction for an error of the action itself, otherwise the error */
export function throwAsImpossible(error: unknown): never {
  if (error instanceof Problem && error.status < 500 && !passing.includes(error.code))
    throw new ImpossibleAction(error.message, { cause: error })
  throw error
}

/** A line of a preview for something that has no value yet. */
export const describeEffect = (label: string, after: string): ApprovalEffect => ({ label, before: null, after })

/** A line of a preview for a value that changes; none if it does not. */
export const describeChange = (label: string, before: string, after: string): ApprovalEffect[] =>
  before === after ? [] : [{ label, before, after }]
