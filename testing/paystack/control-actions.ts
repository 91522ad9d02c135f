import * as z from 'zod/mini'
import type { Control } from './control.ts'
import { EventRule } from './events.ts'
import { Fault } from './faults.ts'
import { decisions } from './hosted-page.ts'
import { steps } from './integration.ts'

const Kobo = z.number().check(z.int(), z.gte(0))
const Nothing = z.optional(z.nullable(z.strictObject({})))

interface Action<Schema extends z.ZodMiniType> {
  schema: Schema
  run(control: Control, input: z.output<Schema>): unknown
}
const defineAction = <Schema extends z.ZodMiniType>(schema: Schema, run: Action<Schema>['run']) => ({
  handle: (control: Control, body: unknown) => run(control, schema.parse(body)),
})

/** Body and effect of `POST /control/<name>`, for programs and people outside the process. */
const actions = {
  'transfer-in': defineAction(
    z.strictObject({ accountNumber: z.string(), amountKobo: Kobo, senderName: z.string(), senderBank: z.string() }),
    (control, input) => control.transferIn(input),
  ),
  'decide-on-page': defineAction(
    z.strictObject({ reference: z.string(), decision: z.enum(decisions) }),
    (control, input) => control.decideOnPage(input),
  ),
  'dial-ussd': defineAction(z.strictObject({ reference: z.string(), isConfirmed: z.boolean() }), (control, input) =>
    control.dialUssd(input),
  ),
  'settle-transfer': defineAction(
    z.strictObject({
      reference: z.string(),
      status: z.enum(['otp', 'received', 'success', 'failed', 'reversed', 'blocked', 'rejected']),
    }),
    (control, input) => control.settleTransfer(input),
  ),
  'settle-charge': defineAction(
    z.strictObject({ reference: z.string(), declineMessage: z.nullable(z.string()) }),
    (control, input) => control.settleCharge(input),
  ),
  'agree-to-mandate': defineAction(z.strictObject({ reference: z.string() }), (control, input) =>
    control.agreeToMandate(input),
  ),
  'activate-mandate': defineAction(z.strictObject({ reference: z.string() }), (control, input) =>
    control.activateMandate(input),
  ),
  'open-dispute': defineAction(
    z.strictObject({
      reference: z.string(),
      amountKobo: z.optional(Kobo),
      category: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
    (control, input) => control.openDispute(input),
  ),
  'remind-of-dispute': defineAction(z.strictObject({ id: z.number() }), (control, input) =>
    control.remindOfDispute(input),
  ),
  'close-dispute': defineAction(z.strictObject({ id: z.number(), resolution: z.string() }), (control, input) =>
    control.closeDispute(input),
  ),
  'create-settlement': defineAction(z.strictObject({ domain: z.enum(['test', 'live']) }), (control, input) =>
    control.createSettlement(input),
  ),
  'pay-unasked': defineAction(
    z.strictObject({ domain: z.enum(['test', 'live']), amountKobo: Kobo, email: z.string() }),
    (control, input) => control.payUnasked(input),
  ),
  'settle-identification': defineAction(
    z.strictObject({ customerCode: z.string(), reason: z.nullable(z.string()) }),
    (control, input) => control.settleIdentification(input),
  ),
  'settle-refund': defineAction(
    z.strictObject({ id: z.number(), status: z.enum(['processing', 'processed', 'failed', 'needs-attention']) }),
    (control, input) => control.settleRefund(input),
  ),
  'set-decline': defineAction(
    z.strictObject({ authorizationCode: z.string(), message: z.nullable(z.string()) }),
    (control, input) => control.setDecline(input),
  ),
  'set-account-name': defineAction(
    z.strictObject({ bankCode: z.string(), accountNumber: z.string(), name: z.nullable(z.string()) }),
    (control, input) => control.setAccountName(input),
  ),
  'set-bank-steps': defineAction(
    z.strictObject({ bankCode: z.string(), steps: z.array(z.enum(steps)).check(z.minLength(1), z.maxLength(10)) }),
    (control, input) => control.setBankSteps(input),
  ),
  'set-delay': defineAction(
    z.strictObject({ authorizationCode: z.string(), isDelayed: z.boolean() }),
    (control, input) => control.setDelay(input),
  ),
  'set-balance': defineAction(
    z.strictObject({ domain: z.enum(['test', 'live']), balanceKobo: Kobo }),
    (control, input) => control.setBalance(input),
  ),
  'advance-clock': defineAction(z.strictObject({ ms: Kobo }), (control, input) => control.advanceClock(input)),
  faults: defineAction(Fault, (control, input) => control.addFault(input)),
  'clear-faults': defineAction(Nothing, (control) => control.clearFaults()),
  'event-rules': defineAction(EventRule, (control, input) => control.addEventRule(input)),
  'release-events': defineAction(z.strictObject({ isInOrder: z.optional(z.boolean()) }), (control, input) =>
    control.releaseEvents({ isInOrder: input.isInOrder ?? true }),
  ),
  'events-url': defineAction(z.strictObject({ url: z.url() }), (control, input) => control.setEventsUrl(input)),
}

export const actionNames = Object.keys(actions)

/**
 * Runs an action by its name.
 * @throws {Error} if there is no such action, the input does not fit, or it is impossible now
 */
export async function runAction(control: Control, name: string, input: unknown): Promise<unknown> {
  const action = actions[name as keyof typeof actions]
  if (!action) throw new Error(`There is no action ${name}`)
  return action.handle(control, input)
}
