import { codeWrong } from '@adire/contract/auth.ts'
import { CallError } from '@adire/contract/call.ts'

/** Throws the error of a sign-in again; that of a wrong code belongs to the field `code`. */
export function throwAtCode(error: unknown): never {
  if (error instanceof CallError && error.code === codeWrong)
    throw new CallError(error.status, error.code, error.message, [{ field: 'code', message: error.message }])
  throw error
}
