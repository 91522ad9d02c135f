import { CallError } from '@adire/contract/call.ts'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@adire/contract/passkeys-schemas.ts'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Requests to the browser about passkeys. Import this module only when one is used: `import('…/webauthn.ts')`. */

/** Error code of a request that another one, or the page itself, ended. It needs no message. */
const passkeyAborted = 'passkey_aborted'

/** Asks the browser for a new passkey. @throws {CallError} with a message for the user */
export const createPasskey = (options: PasskeyCreationOptions): Promise<PasskeyRegistration> =>
  inBrowser(() => startRegistration({ optionsJSON: options }))

/** Asks the browser for a signature. @throws {CallError} with a message for the user */
export const signWithPasskey = (
  options: PasskeyRequestOptions,
  useBrowserAutofill = false,
): Promise<PasskeyAssertion> => inBrowser(() => startAuthentication({ optionsJSON: options, useBrowserAutofill }))

/** Runs a request of the browser; its errors get a message that says what to do. */
async function inBrowser<T>(request: () => Promise<T>): Promise<T> {
  if (!window.isSecureContext) throw failure('Passkeys need a secure connection. Open this page with https.')
  if (!window.PublicKeyCredential) throw failure('This browser does not support passkeys.')
  try {
    return await request()
  } catch (cause) {
    throw Object.assign(describeError(cause), { cause })
  }
}

function describeError(cause: unknown): CallError {
  const { name, code } = cause as { name?: string; code?: string }
  if (name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED') return new CallError(0, passkeyAborted, '')
  if (name === 'NotAllowedError') return failure('No passkey was used. Try again, or choose another way.')
  if (name === 'InvalidStateError') return failure('This device has a passkey of your account already.')
  if (name === 'SecurityError')
    return failure('Passkeys do not work at this address. Open the usual address of this site.')
  return failure('The passkey did not work. Try again, or choose another way.')
}

const failure = (message: string) => new CallError(0, 'passkey_failed', message)
