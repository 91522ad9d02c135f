import { staffLimits } from '@adire/contract/back-office/staff.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hashToken } from '../auth/hash-token.ts'
import { randomToken } from '../users/jobs.ts'
import { staff } from './tables.ts'

/** A new link for a new password, as the token in it. Only its hash is stored; an earlier link stops working. */
export async function createResetToken({ tx, realNow }: Context, staffId: string): Promise<string> {
  const token = randomToken()
  await tx
    .update(staff)
    .set({ resetHash: hashToken(token), resetExpiresAt: new Date(realNow.getTime() + staffLimits.resetMs) })
    .where(eq(staff.id, staffId))
  return token
}

export const resetUrl = (publicUrl: string, token: string) => `${publicUrl}/operator/reset-password/${token}`
