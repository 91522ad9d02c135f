import { skippedByCustomer } from '@adire/contract/direct-debit.ts'
import type { Context } from '../../context.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { sendDebitNoticeForBusiness } from '../customer-emails/debit-notices.ts'
import { mailCancelledDebit } from './drop-debit.ts'
import { debitNoticeEmail } from './emails/debit-notice.ts'
import type { MailedDebit } from './emails/mailed-debit.ts'
import { lockDebit, type MandateKey, updateDebitRecord } from './move.ts'
import { isNoticeLate, postponeDebit } from './postpone-debit.ts'

/** Hands the notice of a debit to the mail server, and records when. */
export async function deliverDebitNotice(
  unitOfWork: JobUnitOfWork,
  { noticeAt, ...key }: MandateKey & { noticeAt: string },
): Promise<void> {
  const announced = await unitOfWork.write((context) => prepareNotice(context, key, new Date(noticeAt)))
  if (!announced) return
  const { config } = unitOfWork
  await sendDebitNoticeForBusiness(unitOfWork, key, (sender) => debitNoticeEmail(config, sender, announced))
  await unitOfWork.write((context) => recordNotice(context, key))
}

/** The debit with its mandate, postponed if the notice waited so long that less than a day is left; undefined if none is needed. */
async function prepareNotice(context: Context, key: MandateKey, noticeAt: Date): Promise<MailedDebit | undefined> {
  const { debit, mandate } = await lockDebit(context.tx, key)
  if (debit.status !== 'scheduled' || debit.noticedAt) return undefined
  const announced = isNoticeLate(debit, noticeAt, context.now) ? await postponeDebit(context, debit, mandate) : debit
  return announced && { debit: announced, mandate }
}

/** A debit that was cancelled while its notice was sent is cancelled by email too, as after the notice. */
async function recordNotice(context: Context, key: MandateKey): Promise<void> {
  const { tx, now } = context
  const { debit, mandate } = await lockDebit(tx, key)
  const noticed = await updateDebitRecord(tx, debit, { noticedAt: now })
  const isUnexpected = debit.status === 'cancelled' && debit.failureCode !== skippedByCustomer
  if (isUnexpected && !mandate.endedAt) await mailCancelledDebit(context, noticed)
}
