import type { Context } from '../../context.ts'
import { defineHandlers } from '../../handlers.ts'

/** A person of the staff was deactivated or has another role. Runs in the transaction of the change. */
export const staffAccessChanged =
  defineHandlers<(context: Context, staffId: string) => Promise<void>>('staffAccessChanged')

export async function announceAccessChange(context: Context, staffId: string): Promise<void> {
  for (const handle of staffAccessChanged.get()) await handle(context, staffId)
}
