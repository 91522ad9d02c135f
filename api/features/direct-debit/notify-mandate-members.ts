import type { Context } from '../../context.ts'
import { notifyInDigest } from '../notifications/digest.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { MandateRecord } from './move.ts'

export const customerNameOf = ({ customerName, customerEmail }: MandateRecord) => customerName ?? customerEmail

/** Notifies the members of a failure: in the dashboard at once, by email once a day. */
export const notifyOfMandateFailure = (context: Context, mandate: MandateRecord, title: string, text: string) =>
  notifyInDigest(context, mandate.merchantId, { kind: 'mandate', title, text, path: `/directDebit/${mandate.slug}` })

export const notifyMandateMembers = (context: Context, mandate: MandateRecord, title: string, text: string) =>
  sendNotification(context, mandate.merchantId, { kind: 'payment', title, text, path: `/directDebit/${mandate.slug}` })
