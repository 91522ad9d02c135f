import type { passkeyTransports } from '@adire/contract/passkeys.ts'
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'

/** Whose accounts have passkeys: users of the dashboard, and the provider's staff. */
const ownerKinds = ['user', 'staff'] as const

/** Passkeys (WebAuthn credentials). The public key is no secret: it only checks signatures. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    ownerKind: text({ enum: ownerKinds }).notNull(),
    /** Id of a user or of an account of staff; two tables, so that it is not a foreign key. */
    ownerId: uuid().notNull(),
    /** Id that the authenticator chose, base64url. */
    credentialId: text().notNull().unique('passkeys_credential'),
    /** COSE key, base64url. */
    publicKey: text().notNull(),
    /** Signatures that the authenticator has counted; 0 if it does not count, as synced passkeys do not. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<(typeof passkeyTransports)[number][]>().notNull(),
    /** Whether a password manager copies it to other devices. */
    isSynced: boolean().notNull(),
    name: text().notNull(),
    createdAt: instantColumn().notNull(),
    lastUsedAt: instantColumn(),
  },
  (table) => [index('passkeys_owner').on(table.ownerKind, table.ownerId)],
)

/** Challenges that wait for a signature. Deleted when used, and by a job after they expired. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['add', 'sign_in', 'confirm'] }).notNull(),
    ownerKind: text({ enum: ownerKinds }).notNull(),
    /** Null at sign-in, when nobody is known yet. */
    ownerId: uuid(),
    sessionId: uuid(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [
    index('passkey_challenges_expiry').on(table.expiresAt),
    index('passkey_challenges_session').on(table.sessionId),
  ],
)
