import { and, desc, eq } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { customerTimeline } from './change.ts'
import { notesOf } from './notes.ts'
import { customerNotes, customers } from './tables.ts'

export const customerPersonalData: PersonalData = {
  tables: [customers, customerNotes],
  timelines: ['customer'],
  async erase(tx, { merchantId, customerId, placeholder, erasedAt }) {
    await tx
      .update(customers)
      .set({
        email: placeholder,
        firstName: null,
        lastName: null,
        phone: null,
        blacklistReason: null,
        metadata: {},
        status: 'active',
        erasedAt,
      })
      .where(and(eq(customers.merchantId, merchantId), eq(customers.id, customerId)))
    await tx.delete(customerNotes).where(notesOf({ merchantId, customerId }))
    await customerTimeline.delete(tx, { merchantId, ids: [customerId] })
  },
  async collect(tx, person, limit) {
    const notes = await tx
      .select({ text: customerNotes.text, author: customerNotes.author, createdAt: customerNotes.createdAt })
      .from(customerNotes)
      .where(notesOf(person))
      .orderBy(desc(customerNotes.id))
      .limit(limit)
    return { notes }
  },
}
