import { maskedNumber } from '@adire/contract/channels/method-name.ts'
import { openMandateStatuses } from '@adire/contract/direct-debit.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { problem } from '../../http/problem.ts'
import type { Person, PersonalData } from '../../personal-data.ts'
import { deleteNotifications } from '../notifications/delete.ts'
import { mandateTimeline } from './move.ts'
import { mandates } from './tables.ts'

const ofCustomer = ({ merchantId, customerId }: Person) =>
  and(eq(mandates.merchantId, merchantId), eq(mandates.customerId, customerId))

/** The customer and the account of each mandate; debits are kept for accounting. */
export const mandatePersonalData: PersonalData = {
  tables: [mandates],
  timelines: ['mandate'],
  async findObstacle(tx, person) {
    const open = and(ofCustomer(person), inArray(mandates.status, openMandateStatuses))
    if ((await tx.$count(mandates, open)) === 0) return undefined
    return problem.conflict('mandate_open', 'A mandate of this customer has not ended. Cancel it, or delete the draft.')
  },
  async erase(tx, person) {
    const { merchantId, email, placeholder } = person
    const erased = await tx
      .update(mandates)
      .set({
        customerEmail: placeholder,
        customerName: null,
        accountName: '',
        sealedAccountNumber: '',
        last4: '',
        sealedHolder: null,
        consentIp: null,
        consentText: null,
        authorizationUrl: null,
      })
      .where(ofCustomer(person))
      .returning({ id: mandates.id, slug: mandates.slug })
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    await mandateTimeline.eraseEmail(tx, { merchantId, ids }, email)
    const paths = erased.map(({ slug }) => `/directDebit/${slug}`)
    await deleteNotifications(tx, merchantId, paths)
  },
  async collect(tx, person, limit) {
    const rows = await tx
      .select()
      .from(mandates)
      .where(ofCustomer(person))
      .orderBy(desc(mandates.createdAt))
      .limit(limit)
    const toRow = (mandate: (typeof rows)[number]) => ({
      reference: mandate.reference,
      status: mandate.status,
      customerName: mandate.customerName,
      accountName: mandate.accountName,
      account: maskedNumber(mandate.last4),
      amountKobo: mandate.amountKobo,
      narration: mandate.narration,
      agreedAt: mandate.consentedAt?.toISOString() ?? null,
      agreedFrom: mandate.consentIp,
      agreedTo: mandate.consentText,
      createdAt: mandate.createdAt.toISOString(),
    })
    return { mandates: rows.map(toRow) }
  },
}
