import type { Tx } from '../../database/connect.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { staff } from './tables.ts'

/** Credentials of the demo account of the back office, outside production only. The first sign-in sets up its second factor. */
export const demoStaff = { email: 'staff@adire.example', password: 'Adire-staff-1' }

/** Adds the demo account, an admin, if nobody has an account. */
export async function addDemoStaff(tx: Tx, now: Date): Promise<void> {
  if ((await tx.$count(staff)) > 0) return
  await tx.insert(staff).values({
    email: demoStaff.email,
    name: 'Demo Admin',
    role: 'admin',
    passwordHash: await hashPassword(demoStaff.password),
    joinedAt: now,
    createdAt: now,
  })
}
