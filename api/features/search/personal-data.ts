import { and, eq } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { searchPersons } from './tables.ts'

/** The search text of the customer's email. The objects themselves have the placeholder already. */
export const searchPersonalData: PersonalData = {
  tables: [searchPersons],
  async erase(tx, { merchantId, email }) {
    await tx.delete(searchPersons).where(and(eq(searchPersons.merchantId, merchantId), eq(searchPersons.email, email)))
  },
}
