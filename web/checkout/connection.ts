import { type ApiConnection, CallError, type CallOptions, firstErrors, type Mode } from '@adire/contract/call.ts'
import type { FormError } from '@adire/contract/hosted-page-props.ts'
import { messages } from '@adire/contract/messages.ts'

/** API connection without a token: the access code in the path gives access to one payment only. */
export const connectCheckout = (mode: Mode): ApiConnection => ({
  baseUrl: () => `/${mode.toLowerCase()}/collections`,
  token: () => undefined,
})

/** Longer timeout for requests that wait for a bank. */
export const bankWait: CallOptions = { timeoutMs: 60_000 }

export function describeError(error: unknown): FormError {
  if (!(error instanceof CallError)) return { message: messages.tryAgainLater, fields: {} }
  if (error.status === 0) return { message: navigator.onLine ? messages.network : messages.offline, fields: {} }
  return { message: error.message || messages.tryAgainLater, fields: firstErrors(error.fields) }
}

/** Whether an error says that a plan has another price than the page shows. */
export const isPriceChanged = (error: unknown) => error instanceof CallError && error.code === 'price_changed'

/** Whether the server's state may have changed: the response was lost, or another tab changed it. */
export const mayHaveMovedOn = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 409 || error.status >= 500)
