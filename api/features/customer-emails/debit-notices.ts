import type { EmailMessage } from '../../emails/mail.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { sendForBusiness } from './customer-emails.ts'

/** Response of a mail server to an address or mailbox that does not exist or takes no email (RFC 3463: 5.1 and 5.2). */
const addressRejected = /^5\d\d[ -]5\.[12]\.\d/

/**
 * Sends the notice for which the debit of an account waits. It counts as sent if the address does not exist, like an email that is
 * returned later: the debit would otherwise wait forever. The daily limit applies to it in Test Mode only, whose clock may move on by a
 * year in a minute.
 * @throws the error of the mail server; Error in live mode while the customer gets no more emails on this day
 */
export async function sendDebitNoticeForBusiness(
  unitOfWork: JobUnitOfWork,
  { merchantId }: { merchantId: string },
  template: (sender: SendingBusiness) => EmailMessage,
): Promise<void> {
  const isSent = await sendForBusiness(unitOfWork, { merchantId }, template).catch((error: { response?: unknown }) => {
    if (typeof error.response === 'string' && addressRejected.test(error.response)) return true
    throw error
  })
  if (!isSent && unitOfWork.mode === 'LIVE')
    throw new Error('A notice of a debit waits until tomorrow: the customer gets no more emails of this business today')
}
