import { and, eq, sql } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { charges } from './tables.ts'

export const chargePersonalData: PersonalData = {
  tables: [charges],
  async erase(tx, { merchantId, email, placeholder }) {
    await tx
      .update(charges)
      .set({ email: placeholder, name: null, phone: null, description: null, metadata: sql`'{}'::jsonb` })
      .where(and(eq(charges.merchantId, merchantId), eq(charges.email, email)))
  },
}
