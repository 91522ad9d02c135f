import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { users } from './tables.ts'

/** Name of who acts, for people of the business: "Tola Adeyemi", the email of a user without a name, or the secret key. */
export async function readActorName({ tx, user, apiKey }: Pick<MerchantContext, 'tx' | 'user' | 'apiKey'>) {
  if (!user) return `API key …${apiKey?.last4 ?? ''}`
  const [found] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, user.id))
  return [found?.firstName, found?.lastName].filter(Boolean).join(' ') || user.email
}
