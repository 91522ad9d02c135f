import { and, eq } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { customerTimeline } from './change.ts'
import { customers } from './tables.ts'

export const customerPersonalData: PersonalData = {
  tables: [customers],
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
    await customerTimeline.delete(tx, { merchantId, ids: [customerId] })
  },
}
