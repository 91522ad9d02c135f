import { CallError, callEndpoint } from '@adire/contract/call.ts'
import { passkeyChallengeMs, passkeyGrant, startPasskeySignIn } from '@adire/contract/passkeys.ts'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@adire/contract/passkeys-schemas.ts'
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { getConfig } from './config.ts'
import { getSession } from './session.ts'
import { signInWith } from './tokens.ts'

/** Passkeys of this browser. Import this module only when one is used: `import('…/passkeys.ts')`. */

/** How long an offer of the browser stays before it gets a new challenge. */
const offerMs = passkeyChallengeMs - 60_000
const mostOffers = 12

/** Error code of a request that another one, or the page itself, ended. It needs no message. */
export const passkeyAborted = 'passkey_aborted'

/** Asks the browser for a new passkey. @throws {CallError} with a message for the user */
export const createPasskey = (options: PasskeyCreationOptions): Promise<PasskeyRegistration> =>
  inBrowser(() => startRegistration({ optionsJSON: options }))

/** Asks the browser for a signature. @throws {CallError} with a message for the user */
export const signWithPasskey = (
  options: PasskeyRequestOptions,
  useBrowserAutofill = false,
): Promise<PasskeyAssertion> => inBrowser(() => startAuthentication({ optionsJSON: options, useBrowserAutofill }))

/** Signs in with a passkey that the user chooses. @throws {CallError} with a message for the user */
export async function signInWithPasskey(useBrowserAutofill = false): Promise<void> {
  const { servers } = await getConfig().catch((cause) => {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  })
  const connection = { baseUrl: () => servers[getSession().mode].core, token: () => undefined }
  const options = await callEndpoint(connection, startPasskeySignIn, {})
  const assertion = await signWithPasskey(options, useBrowserAutofill)
  await signInWith({ grant_type: passkeyGrant, assertion: JSON.stringify(assertion) })
}

/**
 * Offers the passkeys of this browser in the suggestions of the field for the email, until one is chosen, another request of passkeys
 * begins, or `signal` ends it. Does nothing in a browser without such suggestions.
 * @throws {CallError} if the server rejects the chosen passkey
 */
export async function offerPasskeys(signal: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop)
  for (let offer = 0; offer < mostOffers && !signal.aborted; offer++) {
    let isRenewed = false
    const timer = setTimeout(() => {
      isRenewed = true
      stop()
    }, offerMs)
    try {
      return await signInWithPasskey(true)
    } catch (error) {
      if (!isRenewed) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

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
