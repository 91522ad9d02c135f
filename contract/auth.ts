/**
 * Token endpoint: `POST oauth/token` on core, a form (url-encoded or multipart), client id and secret as basic auth
 * (RFC 6749). It is not in the endpoint list because its error bodies follow the RFC: `{ error, error_description }`.
 */
export const tokenPath = 'oauth/token'

/** Revocation endpoint on core (RFC 7009): a form with `token`, client id and secret as for the token endpoint. */
export const revokePath = 'oauth/revoke'

/**
 * Header of every call of the dashboard: section 6 of the specification names a fixed password-type header, without its
 * value. It says that passwords in bodies are plain text, protected by TLS. The server ignores it, and other clients
 * need not send it.
 */
export const passwordTypeHeader = { 'password-type': 'plain' } as const

/** `error_description` for a correct password when the email address is not yet verified. */
export const unverifiedDescription = 'Please verify your email address first, we have sent you a link'

/**
 * `error` for a correct password when the user has a second factor: send the same request again with the field `code`, six
 * digits of the authenticator app or a recovery code, or sign in with a passkey (`passkeyGrant`). The field `factors` of the
 * body names what the user has.
 */
export const codeRequired = 'mfa_required'

/** What can follow the password. A passkey is not an addition to the password, but a sign-in of its own. */
export const secondFactors = ['passkey', 'code', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** `error` for a correct password with a wrong or used code. A missing code is `mfa_required`. */
export const codeWrong = 'invalid_code'

/**
 * Claims of an access token (EdDSA): `user_name` is the email, `sub` the user id (the client id in a
 * client-credentials token, which has no `user_name` and no `sid`), `exp` seconds since the epoch. Tokens of the back office have the
 * audience `operator`, those of a person of the provider who views a dashboard `view` (`sub` is the owner), all others none.
 */
export interface AccessClaims {
  sub: string
  user_name?: string
  exp: number
  scope: string
  sid?: string
  /** The business of a view. */
  merchant_id?: string
  aud?: 'operator' | 'view'
}
