// What auth calls in the features above it. `api/wiring.ts` lists the handlers. All run in the caller's transaction.
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineHandlers } from '../../handlers.ts'

/** A sign-in, or attempts to sign in, that the user should know of. */
export type UnusualSignIn = 'new_device' | 'many_wrong_passwords' | 'passkey_copied'

export const unusualSignIn =
  defineHandlers<(context: Context, userId: string, event: UnusualSignIn) => Promise<void>>('unusualSignIn')

/** Calls the handlers of an unusual sign-in. */
export async function announceUnusualSignIn(context: Context, userId: string, event: UnusualSignIn): Promise<void> {
  for (const handle of unusualSignIn.get()) await handle(context, userId, event)
}

/** A recovery code was accepted in place of a code of the authenticator app. */
export const recoveryCodeUsed = defineHandlers<(tx: Tx, userId: string, now: Date) => Promise<void>>('recoveryCodeUsed')
