import { and, eq } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { customerEvents, customers } from './tables.ts'

export const customerPersonalData: PersonalData = {
  tables: [customers, customerEvents],
  async erase(tx, { merchantId, customerId, placeholder, erasedAt }) {
    await tx
      .update(customers)
      .set({
        email: placeholder,
        firstName: null,
        lastName: null,
        phone: null,
        blacklistReason: null,
        status: 'active',
        erasedAt,
      })
      .where(and(eq(customers.merchantId, merchantId), eq(customers.id, customerId)))
    await tx
      .delete(customerEvents)
      .where(and(eq(customerEvents.merchantId, merchantId), eq(customerEvents.customerId, customerId)))
  },
}
