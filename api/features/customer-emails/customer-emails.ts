import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { deliverEmail } from '../../emails/deliver.ts'
import { type EmailContent, type EmailMessage, renderEmail } from '../../emails/mail.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { releaseAttempts } from '../auth/attempts.ts'
import { findSendingBusiness, type SendingBusiness } from '../merchants/sending-business.ts'
import { countEventEmail, takeCustomerEmail } from './limits.ts'

interface Sending {
  merchantId: string
  /** Whether the request that caused the email has counted it (`takeCustomerEmail`). */
  isCounted?: boolean | undefined
}

/**
 * Sends an email of a business to somebody who is not one of its members. All such emails must use this function or
 * `writeForBusiness`. Not sent if the daily limit is reached; returns whether it was. An email that could not be handed to the mail server
 * does not count.
 */
export async function sendForBusiness(
  { config, now, write }: JobUnitOfWork,
  { merchantId, isCounted = false }: Sending,
  template: (sender: SendingBusiness) => EmailMessage,
): Promise<boolean> {
  const allowed = await write(async (context) => {
    const sender = await findSendingBusiness(context.tx, config, merchantId)
    if (!sender) return undefined
    const mail = template(sender)
    const attempts = isCounted ? [] : await countEventEmail(context, sender, mail.to)
    return attempts && { mail, attempts }
  })
  if (!allowed) return false
  try {
    await deliverEmail(config, allowed.mail, now())
    return true
  } catch (error) {
    if (allowed.attempts.length > 0) await write(({ tx }) => releaseAttempts(tx, allowed.attempts))
    throw error
  }
}

/**
 * Counts and renders an email that the request itself hands to the mail server after its transaction.
 * @throws 429 email_limit_reached
 */
export async function writeForBusiness(
  context: Context,
  merchantId: string,
  template: (sender: SendingBusiness) => EmailMessage,
): Promise<EmailMessage> {
  const sender = await findSendingBusiness(context.tx, context.config, merchantId)
  if (!sender) throw new Error(`There is no business ${merchantId}`)
  const mail = template(sender)
  await takeCustomerEmail(context, merchantId, mail.to)
  return mail
}

/**
 * Renders an email to a customer in our layout. Marks test mode and unverified businesses. Only a verified business appears as the
 * sender, with its name or logo and its brand colour.
 */
export const customerEmail = (
  config: ApiConfig,
  { mode, isVerified, businessName, logoUrl, brandColor }: SendingBusiness,
  content: Omit<EmailContent, 'test' | 'isUnverified' | 'business'>,
): EmailMessage =>
  renderEmail(config, {
    ...content,
    ...(isVerified && { business: { name: businessName, logoUrl, brandColor } }),
    test: mode === 'TEST',
    isUnverified: !isVerified,
  })
