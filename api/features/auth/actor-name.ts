import { eq } from 'drizzle-orm'
import type { Context, MerchantContext, UserContext } from '../../context.ts'
import { toActor } from '../audit/audit.ts'
import { users } from './tables.ts'

/**
 * Name of who acts, for the people of the business: "Tola Adeyemi", the email of a user without a name, the secret key, or our
 * brand for jobs. The audit log names users by email, which identifies them.
 */
export async function readActorName(context: Context | MerchantContext | UserContext): Promise<string> {
  const { kind, name } = toActor(context)
  if (kind === 'api_key') return `API key ${name}`
  if (kind === 'system' || !('user' in context) || !context.user) return name
  const [found] = await context.tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, context.user.id))
  return [found?.firstName, found?.lastName].filter(Boolean).join(' ') || name
}
