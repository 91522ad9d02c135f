import type { RequestOrigin } from '../../context.ts'
import type { Runtime } from '../../runtime.ts'
import { type AttemptLimit, consumeAttempt, networkOfOrigin } from './attempts.ts'
import { accountKey, everywhereKey, isKnownNetwork } from './guessing.ts'

const failuresOfAccount = 5
const failuresOfAddress = 50
/** From all networks together, not counting those the user has signed in from. */
const failuresFromAnywhere = 25

/**
 * Limits of failures to sign in: five in 15 minutes at one account from one network. After 50 failures from one network, or 25 at one
 * account from all networks, only networks that the user has not signed in from are rejected: nobody can lock out an owner, or
 * everybody behind the address of a mobile network.
 */
export async function findSignInLimits({ database, clock }: Runtime, email: string, origin: RequestOrigin) {
  const network = networkOfOrigin(origin)
  const ofAccount: AttemptLimit = { key: accountKey(email, network), max: failuresOfAccount }
  const isKnown = await database.readPrimary((tx) => isKnownNetwork(tx, email, network, clock()))
  const ofStrangers = [ofAddress(network), { key: everywhereKey(email), max: failuresFromAnywhere }]
  return { ofAccount, attemptLimits: isKnown ? [ofAccount] : [ofAccount, ...ofStrangers] }
}

/**
 * Counts a failure of nobody known, such as with a passkey that was removed.
 * @throws 429 `too_many_attempts` after 50 failures in 15 minutes from the network
 */
export const countFailureOfNobody = ({ database, clock }: Runtime, origin: RequestOrigin) =>
  database.write((tx) => consumeAttempt(tx, [ofAddress(networkOfOrigin(origin))], clock()))

const ofAddress = (network: string): AttemptLimit => ({ key: `address:${network}`, max: failuresOfAddress })
