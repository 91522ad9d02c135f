import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import type { Person, PersonalData } from '../../personal-data.ts'
import { deleteNotifications } from '../notifications/delete.ts'
import { paymentTimeline } from './move.ts'
import { payments } from './tables.ts'

const ofCustomer = ({ merchantId, email }: Pick<Person, 'merchantId' | 'email'>) =>
  and(eq(payments.merchantId, merchantId), eq(payments.customerEmail, email))

/** Query of the ids of all payments with this email. */
export const selectCustomerPayments = (tx: Tx, merchantId: string, email: string) =>
  tx.select({ id: payments.id }).from(payments).where(ofCustomer({ merchantId, email }))

export const paymentPersonalData: PersonalData = {
  tables: [payments],
  timelines: ['payment'],
  async findObstacle(tx, person) {
    const underWay = and(ofCustomer(person), inArray(payments.status, ['pending', 'processing']))
    if ((await tx.$count(payments, underWay)) === 0) return undefined
    return problem.conflict(
      'payment_under_way',
      'A payment of this customer is under way. Try again when it has ended.',
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
        cardBin: null,
        cardLast4: null,
        cardExpiryMonth: null,
        cardExpiryYear: null,
        cardBank: null,
        senderName: null,
        senderBank: null,
        senderAccount: null,
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
  async collect(tx, person, most) {
    const rows = await tx
      .select({
        reference: payments.reference,
        status: payments.status,
        channel: payments.channel,
        amountKobo: payments.amountKobo,
        customerName: payments.customerName,
        customerPhone: payments.customerPhone,
        cardBrand: payments.cardBrand,
        cardLast4: payments.cardLast4,
        cardBank: payments.cardBank,
        senderName: payments.senderName,
        senderBank: payments.senderBank,
        ipAddress: payments.ipAddress,
        metadata: payments.metadata,
        createdAt: payments.createdAt,
        paidAt: payments.paidAt,
      })
      .from(payments)
      .where(ofCustomer(person))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(most)
    const toRow = ({ createdAt, paidAt, ...row }: (typeof rows)[number]) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
    })
    return { payments: rows.map(toRow) }
  },
}
