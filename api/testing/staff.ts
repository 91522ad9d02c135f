import { type CallOptions, callEndpoint } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import { type StaffRole, staffRoleNames } from '@adire/contract/staff-permissions.ts'
import * as z from 'zod/mini'
import { hashToken } from '../features/auth/hash-token.ts'
import { hashRecoveryCode, newSecret } from '../features/auth/second-factor.ts'
import { hashPassword } from '../features/auth/sign-in.ts'
import { staff, staffRecoveryCodes, staffSessions } from '../features/staff/tables.ts'
import type { Runtime } from '../runtime.ts'
import type { TestApp } from './app.ts'

export interface TestStaff {
  id: string
  name: string
  email: string
  token: string
  sessionId: string
  /** Value of the cookie `adire_staff` of the session. */
  cookieSecret: string
  /** Secret of the authenticator app, in base32. */
  appSecret: string
}

export const staffPassword = 'Correct-horse-1'
let staffHash: Promise<string> | undefined
let staffCount = 0

/** A person of the staff with a session and a second factor, as after a sign-in. `isConfirmed`: the session needs no confirmation. */
export async function createStaff(
  { runtime }: { runtime: Pick<Runtime, 'database' | 'signer' | 'clock' | 'vault'> },
  role: StaffRole,
  name = `${staffRoleNames[role]} ${staffCount + 1}`,
  isConfirmed = true,
): Promise<TestStaff> {
  const number = ++staffCount
  const email = `${role}-${number}-${process.pid}@provider.example`
  staffHash ??= hashPassword(staffPassword)
  const passwordHash = await staffHash
  const now = runtime.clock()
  const sessionId = crypto.randomUUID()
  const cookieSecret = crypto.randomUUID()
  const id = crypto.randomUUID()
  const app = newSecret(runtime.vault, id, { issuer: 'Test', email })
  const expiresAt = new Date(now.getTime() + 90 * 864e5)
  const known = { joinedAt: now, createdAt: now, totpEnabledAt: now, totpSecret: app.sealed }
  await runtime.database.write(async (tx) => {
    await tx.insert(staff).values({ id, email, name, role, passwordHash, ...known })
    await tx.insert(staffSessions).values({
      id: sessionId,
      staffId: id,
      secretHash: hashToken(cookieSecret),
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      confirmedAt: isConfirmed ? expiresAt : null,
    })
  })
  const token = await runtime.signer.sign(
    { sub: id, scope: 'staff', sid: sessionId, aud: 'operator' },
    new Date(now.getTime() + 30 * 864e5),
  )
  return { id, name, email, token, sessionId, cookieSecret, appSecret: app.secret }
}

/** Gives a person one recovery code and returns it. */
export async function addRecoveryCode({ runtime: { database, vault } }: Pick<TestApp, 'runtime'>, staffId: string) {
  const code = 'abcdefghjk'
  await database.write((tx) =>
    tx.insert(staffRecoveryCodes).values({ staffId, hash: hashRecoveryCode(vault, staffId, code) }),
  )
  return code
}

/** Calls endpoints of the back office over HTTP, as its pages do; without a person, those that need none. */
export const asStaff =
  ({ url }: Pick<TestApp, 'url'>, person?: Pick<TestStaff, 'token'>) =>
  async <E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointOutput<E>> => {
    const connection = { baseUrl: () => `${url}/operator/api`, token: () => person?.token }
    const response = await callEndpoint(connection, endpoint, input, options)
    return endpoint.downloads ? response : (z.parse(schemasOf(endpoint).output, response) as typeof response)
  }
