import { and, desc, eq } from 'drizzle-orm'
import type { Person, PersonalData } from '../../personal-data.ts'
import { deleteCards } from './revoke.ts'
import { savedCards } from './tables.ts'

const ofCustomer = ({ merchantId, customerId }: Person) =>
  and(eq(savedCards.merchantId, merchantId), eq(savedCards.customerId, customerId))

export const savedCardPersonalData: PersonalData = {
  tables: [savedCards],
  async erase(tx, person) {
    await deleteCards(tx, ofCustomer(person))
  },
  async collect(tx, person, limit) {
    const rows = await tx.select().from(savedCards).where(ofCustomer(person)).orderBy(desc(savedCards.id)).limit(limit)
    const toRow = ({ brand, bin, last4, expiryMonth, expiryYear, consentText, createdAt }: (typeof rows)[number]) => ({
      ...{ brand, bin, last4, expiryMonth, expiryYear, consentText },
      createdAt: createdAt.toISOString(),
    })
    return { savedCards: rows.map(toRow) }
  },
}
