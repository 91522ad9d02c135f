import * as z from 'zod/mini'
import { Id, inputSchema, NoContent } from '../fields.ts'
import {
  Passkey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyNameGiven,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '../passkeys-schemas.ts'
import { StaffSession } from './staff-schemas.ts'

const { name } = PasskeyNameGiven.shape
const nothing = inputSchema({})

export const startStaffPasskeySignIn = { input: nothing, output: PasskeyRequestOptions }
export const signInStaffByPasskey = { input: inputSchema({ passkey: PasskeyAssertion }), output: StaffSession }
export const listStaffPasskeys = { input: nothing, output: z.object({ content: z.array(Passkey) }) }
export const startStaffPasskey = { input: nothing, output: PasskeyCreationOptions }
export const addStaffPasskey = { input: inputSchema({ name, credential: PasskeyRegistration }), output: Passkey }
export const renameStaffPasskey = { input: inputSchema({ id: Id, name }), output: Passkey }
export const removeStaffPasskey = { input: inputSchema({ id: Id }), output: NoContent }
export const startStaffPasskeyConfirmation = { input: nothing, output: PasskeyRequestOptions }
