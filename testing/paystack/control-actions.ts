import * as z from 'zod/mini'
import { decisions } from '../processor/page-html.ts'
import { actionsOf } from '../processor/serve-control.ts'
import type { Control } from './control.ts'
import { steps } from './integration.ts'

const Kobo = z.number().check(z.int(), z.gte(0))
const Milliseconds = z.number().check(z.int(), z.gte(0))
const defineAction = actionsOf<Control>()

/** Body and effect of `POST /control/<name>`, for programs and people outside the process. */
export const actions = {
  'transfer-in': defineAction(
    z.strictObject({ accountNumber: z.string(), amountKobo: Kobo, senderName: z.string(), senderBank: z.string() }),
    (control, input) => control.transferIn(input),
  ),
  'decide-on-page': defineAction(
    z.strictObject({ reference: z.string(), decision: z.enum(decisions) }),
    (control, input) => control.decideOnPage(input),
  ),
  'dial-ussd': defineAction(z.strictObject({ code: z.string(), isConfirmed: z.boolean() }), (control, input) =>
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
  'set-confirmation': defineAction(
    z.strictObject({ authorizationCode: z.string(), isAsked: z.boolean() }),
    (control, input) => control.setConfirmation(input),
  ),
  'set-approval-url': defineAction(z.strictObject({ url: z.nullable(z.url()) }), (control, input) =>
    control.setApprovalUrl(input),
  ),
  'set-balance': defineAction(
    z.strictObject({ domain: z.enum(['test', 'live']), balanceKobo: Kobo }),
    (control, input) => control.setBalance(input),
  ),
  'advance-clock': defineAction(z.strictObject({ ms: Milliseconds }), (control, input) => control.advanceClock(input)),
}
