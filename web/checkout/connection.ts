import { type ApiConnection, CallError, type Mode } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import type { FormError } from '../../api/http/hosted-props.ts'

/** The payer has no token: the access code in the path opens one payment and nothing else. */
export const connectCheckout = (mode: Mode): ApiConnection => ({
  baseUrl: () => `/${mode.toLowerCase()}/collections`,
  token: () => undefined,
})

export function describeError(error: unknown): FormError {
  if (!(error instanceof CallError)) return { message: messages.tryAgainLater, fields: {} }
  if (error.status === 0) return { message: navigator.onLine ? messages.network : messages.offline, fields: {} }
  const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
  return { message: error.message || messages.tryAgainLater, fields }
}

/** The server may have gone on although its answer did not arrive, or because another tab did. */
export const mayHaveMovedOn = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 409 || error.status >= 500)
