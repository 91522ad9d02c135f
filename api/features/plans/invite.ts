import { titleInSubject } from '@adire/contract/email-sender.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { type inviteToPlan, perInterval } from '@adire/contract/plans.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { MerchantContext } from '../../context.ts'
import type { EmailMessage } from '../../emails/mail.ts'
import { problem } from '../../http/problem.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { customerEmail, sendForBusiness } from '../customer-emails/customer-emails.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { findSignUpPage } from '../payment-links/describe-payment.ts'
import { findPlanRecord, type PlanRecord } from '../subscriptions/move.ts'
import { describeSetupFee } from '../subscriptions/setup-fee.ts'

const mailInvitation = defineJob(
  'mail-plan-invitation',
  z.object({ merchantId: z.string(), planId: z.string(), email: z.string(), url: z.string() }),
)

/**
 * Emails a customer the page on which they enter a card and subscribe.
 * @throws 404; 409 plan_closed, no_sign_up_link; 429 email_limit_reached
 */
export async function inviteToPlanHandler(context: MerchantContext, { id, email }: ParsedInput<typeof inviteToPlan>) {
  const { tx, merchant, config, now } = context
  const plan = await findPlanRecord(tx, { merchantId: merchant.id, id })
  if (plan.status !== 'active') throw problem.conflict('plan_closed', 'This plan does not accept new subscribers')
  const page = await findSignUpPage(tx, { merchantId: merchant.id, planId: id, paymentLinkId: null }, config)
  if (!page)
    throw problem.conflict('no_sign_up_link', 'This plan has no published payment link. Create one, then invite again.')
  const url = `${page}?${new URLSearchParams({ email })}`
  await takeCustomerEmail(context, merchant.id, email)
  await recordAuditEvent(context, { action: 'plan.invited', object: plan.code, after: { email } })
  await enqueueJob(
    tx,
    mailInvitation,
    { merchantId: merchant.id, planId: id, email, url },
    { merchantId: merchant.id, runAt: now },
  )
  return { url }
}

export const planJobHandlers = [
  jobHandler({
    job: mailInvitation,
    retry: mailRetry,
    async run(unitOfWork, { merchantId, planId, email, url }) {
      const plan = await unitOfWork.write(({ tx }) => findPlanRecord(tx, { merchantId, id: planId }))
      if (plan.status === 'active')
        await sendForBusiness(unitOfWork, { merchantId, isCounted: true }, (sender) =>
          invitationEmail(unitOfWork.config, sender, plan, { email, url }),
        )
    },
  }),
]

function invitationEmail(
  config: ApiConfig,
  sender: SendingBusiness,
  plan: PlanRecord,
  { email, url }: { email: string; url: string },
): EmailMessage {
  const price = `${formatNaira(plan.amountKobo)} ${perInterval[plan.interval]}`
  const setupFee = describeSetupFee(plan)
  const title = titleInSubject(sender, plan.name, 'a plan')
  return customerEmail(config, sender, {
    to: email,
    subject: `Subscribe to ${title}`,
    heading: `${sender.name} invites you to subscribe`,
    paragraphs: [
      plan.trialDays > 0
        ? `${plan.name} is free for ${plan.trialDays} days, then ${price}.${setupFee} Enter your card to start.`
        : `${plan.name} is ${price}.${setupFee} Enter your card to start.`,
      'If you did not expect this email, ignore it. Nothing is charged unless you enter your card.',
    ],
    rows: [
      ['Business', sender.name],
      ['Plan', plan.name],
      ['Price', price],
      ...(plan.setupFeeKobo > 0 ? [['Setup fee', formatNaira(plan.setupFeeKobo)] as const] : []),
    ],
    action: { label: 'Subscribe', url },
    closing: `Questions? Write to ${sender.contactEmail}.`,
  })
}
