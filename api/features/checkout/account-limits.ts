import type { UnitOfWork } from '../../context.ts'
import { areLimitsOn, consumeAttempt, networkOfOrigin } from '../auth/attempts.ts'

/** Debits of one account, and of all accounts from one network, that may begin in 15 minutes. */
const debitsOfAccount = 5
const debitsOfNetwork = 100

/**
 * Counts a debit of an account that a payer typed in live mode. Its bank sends its holder a code for each, and the payer need not be the
 * holder. Accounts are counted by fingerprints. Everybody uses the same accounts in test mode.
 * @throws 429 too_many_attempts, with retry-after
 */
export async function requireAccountAttempts(unitOfWork: UnitOfWork, account: string): Promise<void> {
  if (unitOfWork.mode !== 'LIVE' || !areLimitsOn(unitOfWork)) return
  await unitOfWork.write(({ tx, vault, origin, realNow }) =>
    consumeAttempt(
      tx,
      [
        { key: `debited:${vault.fingerprint(`account/${account}`)}`, max: debitsOfAccount },
        { key: `debits:${networkOfOrigin(origin)}`, max: debitsOfNetwork },
      ],
      realNow,
    ),
  )
}
