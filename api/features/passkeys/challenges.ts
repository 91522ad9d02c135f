import { passkeyChallengeMs } from '@adire/contract/passkeys.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { passkeyChallenges } from './tables.ts'

export type OwnerKind = (typeof passkeyChallenges.$inferSelect)['ownerKind']

/** An account that has passkeys. */
export interface PasskeyOwner {
  kind: OwnerKind
  id: string
}

/** An account in one of its sessions. */
interface InSession {
  owner: PasskeyOwner
  sessionId: string
}

/** What an assertion is for. At sign-in nobody is known yet. */
export type AssertionScope = { purpose: 'sign_in'; ownerKind: OwnerKind } | ({ purpose: 'confirm' } & InSession)

/** What a challenge is for. */
export type CeremonyScope = AssertionScope | ({ purpose: 'add' } & InSession)

const columnsOf = (scope: CeremonyScope) =>
  scope.purpose === 'sign_in'
    ? { purpose: scope.purpose, ownerKind: scope.ownerKind, ownerId: null, sessionId: null }
    : {
        purpose: scope.purpose,
        ownerKind: scope.owner.kind,
        ownerId: scope.owner.id,
        sessionId: scope.sessionId,
      }

/** Stores a challenge. A session has one of each purpose: a new one replaces it, so that nobody can fill the table. */
export async function storeChallenge(tx: Tx, scope: CeremonyScope, challenge: string, now: Date): Promise<void> {
  const columns = columnsOf(scope)
  if (columns.sessionId)
    await tx
      .delete(passkeyChallenges)
      .where(and(eq(passkeyChallenges.sessionId, columns.sessionId), eq(passkeyChallenges.purpose, columns.purpose)))
  const expiresAt = new Date(now.getTime() + passkeyChallengeMs)
  await tx.insert(passkeyChallenges).values({ ...columns, challenge, expiresAt })
}

/** A response of a browser: `clientDataJSON` has the challenge that was signed. */
interface Signed {
  response: { clientDataJSON: string }
}

/**
 * Uses up the challenge of a response and returns it. Undefined if it is unknown, used, expired, or of another account, session or
 * purpose.
 */
export async function useChallenge(
  tx: Tx,
  scope: CeremonyScope,
  signed: Signed,
  now: Date,
): Promise<string | undefined> {
  const challenge = challengeOf(signed)
  if (challenge === undefined) return undefined
  const { purpose, ownerKind, ownerId, sessionId } = columnsOf(scope)
  const [used] = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.ownerKind, ownerKind),
        ownerId === null ? isNull(passkeyChallenges.ownerId) : eq(passkeyChallenges.ownerId, ownerId),
        sessionId === null ? isNull(passkeyChallenges.sessionId) : eq(passkeyChallenges.sessionId, sessionId),
      ),
    )
    .returning()
  return used && used.expiresAt > now ? challenge : undefined
}

const challengePattern = /^[A-Za-z0-9_-]{20,100}$/

function challengeOf({ response }: Signed): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' && challengePattern.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Purges one portion of the expired challenges. Returns the number of deleted rows. */
export const purgePasskeyChallenges = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, passkeyChallenges, lt(passkeyChallenges.expiresAt, now))
