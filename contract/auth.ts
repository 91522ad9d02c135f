import * as z from 'zod/mini'

/**
 * `POST oauth/token` on core, form encoded, with the client's id and secret as basic auth (RFC 6749).
 * It stands beside the endpoints because its bodies are the RFC's: `{ error, error_description }` on refusal.
 */
export const tokenPath = 'oauth/token'

/** The `error_description` of a right password for an address that is not yet verified. */
export const unverifiedDescription = 'Please verify your email address first, we have sent you a link'

/**
 * The `error` of a right password for a user whose second factor is asked: the same request is sent again with the field
 * `code`, six digits of the authenticator app or a recovery code.
 */
export const codeRequired = 'mfa_required'
/** The `error` of a wrong, used or missing code beside a right password. */
export const codeWrong = 'invalid_code'

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds until the access token ends. */
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
})
export type TokenResponse = z.infer<typeof TokenResponse>

export const TokenError = z.object({ error: z.string(), error_description: z.optional(z.string()) })
export type TokenError = z.infer<typeof TokenError>

/** What an access token says (EdDSA): `user_name` is the e-mail, `sub` the user, `exp` seconds since the epoch. */
export interface AccessClaims {
  sub: string
  user_name?: string
  exp: number
  scope: string
  sid?: string
}
