import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '../../features/auth/tables.ts'
import type { Runtime } from '../../runtime.ts'

/** Credentials of the demo business, which is seeded into an empty database, outside production only. */
export const demoCredentials = { email: 'demo@adire.example', password: 'Adire-demo-1' }

/** Whether the database contains the demo business. */
export async function hasDemoBusiness({ database }: Pick<Runtime, 'database'>): Promise<boolean> {
  const isDemo = and(eq(users.email, demoCredentials.email), isNotNull(users.emailVerifiedAt))
  const found = await database.readPrimary((tx) => tx.select({ id: users.id }).from(users).where(isDemo))
  return found.length > 0
}

/**
 * Stops the start if the database contains the demo business although demo data is off: its password is public.
 * @throws Error with a message for the operator
 */
export async function rejectDemoData({ database, config }: Pick<Runtime, 'database' | 'config'>): Promise<void> {
  if (!(await hasDemoBusiness({ database }))) return
  throw new Error(
    `This database holds the demo business (${demoCredentials.email}), whose password is public, and the demo is off. ${config.production ? 'Use' : 'Remove DEMO=off to start the demo, or use'} another DATA_DIR or DATABASE_URL.`,
  )
}
