import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import type { Person, PersonalData } from '../../personal-data.ts'
import { deleteNotifications } from '../notifications/delete.ts'
import { personalDetails, serverChannels } from './channels/channels.ts'
import { paymentTimeline } from './move.ts'
import { payments } from './tables.ts'

const ofCustomer = ({ merchantId, email }: Pick<Person, 'merchantId' | 'email'>) =>
  and(eq(payments.merchantId, merchantId), eq(payments.customerEmail, email))

/** Query of the ids of all payments with this email. */
export const selectCustomerPayments = (tx: Tx, merchantId: string, email: string) =>
  tx.select({ id: payments.id }).from(payments).where(ofCustomer({ merchantId, email }))

/** The details with those that identify the payer set to null. */
const withoutPersonalDetails = personalDetails.reduce(
  (details, path) => sql`jsonb_set(${details}, ${`{${path.join(',')}}`}::text[], 'null', false)`,
  sql`${payments.channelDetails}`,
)

export const paymentPersonalData: PersonalData = {
  tables: [payments],
  timelines: ['payment'],
  async findObstacle(tx, person) {
    const underWay = and(ofCustomer(person), inArray(payments.status, ['pending', 'processing']))
    if ((await tx.$count(payments, underWay)) === 0) return undefined
    return problem.conflict(
      'payment_under_way',
      'A payment of this customer is in progress. Try again when it has ended.',
    )
  },
  async erase(tx, person) {
    const { merchantId, email, placeholder } = person
    const erased = await tx
      .update(payments)
      .set({
        customerEmail: placeholder,
        customerName: null,
        customerPhone: null,
        cardLast4: null,
        channelDetails: withoutPersonalDetails,
        ipAddress: null,
        metadata: null,
        note: null,
      })
      .where(ofCustomer(person))
      .returning({ id: payments.id })
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    await paymentTimeline.eraseEmail(tx, { merchantId, ids }, email)
    const paths = ids.map((id) => `/transactions/${id}`)
    await deleteNotifications(tx, merchantId, paths)
  },
  async collect(tx, person, limit) {
    const rows = await tx
      .select({
        reference: payments.reference,
        status: payments.status,
        channel: payments.channel,
        amountKobo: payments.amountKobo,
        customerName: payments.customerName,
        customerPhone: payments.customerPhone,
        channelDetails: payments.channelDetails,
        cardLast4: payments.cardLast4,
        ipAddress: payments.ipAddress,
        metadata: payments.metadata,
        createdAt: payments.createdAt,
        paidAt: payments.paidAt,
      })
      .from(payments)
      .where(ofCustomer(person))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit)
    const toRow = ({ createdAt, paidAt, channelDetails, ...row }: (typeof rows)[number]) => ({
      ...row,
      cardBrand: channelDetails.card?.brand ?? null,
      cardBank: channelDetails.card?.bank ?? null,
      senderName: channelDetails.bank_transfer?.senderName ?? null,
      senderBank: (row.channel && serverChannels[row.channel].payerBank?.(channelDetails)) ?? null,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
    })
    return { payments: rows.map(toRow) }
  },
}
