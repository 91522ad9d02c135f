import { minuteMs } from './durations.ts'
import { endpointsFor } from './endpoint.ts'
import type * as schemas from './passkeys-schemas.ts'

/**
 * `grant_type` of a sign-in with a passkey at the token endpoint (RFC 6749, 4.5). The form has `assertion`: the response of
 * `navigator.credentials.get`, as JSON, to the options of `startPasskeySignIn`. It needs no user name and no second factor.
 */
export const passkeyGrant = 'urn:adire:params:oauth:grant-type:passkey'

/** Maximum passkeys of one user. */
export const passkeysMaximum = 10

/** Validity of a challenge. It works once. */
export const passkeyChallengeMs = 5 * minuteMs

/** Transports between a browser and an authenticator (WebAuthn, 5.8.4). */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const user = endpointsFor('core', 'user', 'account')

export const startPasskeySignIn = endpointsFor('core', 'public').post<typeof schemas.startPasskeySignIn>(
  'api/v1/passkeys/sign-in',
  { errors: ['passkeys_unavailable', 'too_many_attempts'] },
)
export const listPasskeys = user.get<typeof schemas.listPasskeys>('api/v1/users/:id/passkeys', {
  errors: ['user_not_found'],
})
export const startPasskey = user.post<typeof schemas.startPasskey>('api/v1/users/passkeys/start', {
  topic: 'none',
  errors: ['confirmation_required', 'passkeys_full', 'passkeys_unavailable'],
})
export const addPasskey = user.post<typeof schemas.addPasskey>('api/v1/users/passkeys', {
  errors: ['confirmation_required', 'passkey_rejected', 'passkeys_full', 'passkeys_unavailable'],
})
export const renamePasskey = user.put<typeof schemas.renamePasskey>('api/v1/users/:id/passkeys/:passkeyId', {
  errors: ['passkey_not_found', 'user_not_found'],
})
export const removePasskey = user.del<typeof schemas.removePasskey>('api/v1/users/:id/passkeys/:passkeyId', {
  errors: ['confirmation_required', 'passkey_not_found', 'user_not_found'],
})
export const startPasskeyConfirmation = user.post<typeof schemas.startPasskeyConfirmation>(
  'api/v1/users/passkeys/confirmation',
  { topic: 'none', errors: ['passkeys_unavailable'] },
)
