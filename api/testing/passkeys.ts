import { addPasskey, passkeyGrant, startPasskey, startPasskeySignIn } from '@adire/contract/passkeys.ts'
import type { PasskeyAssertion } from '@adire/contract/passkeys-schemas.ts'
import { confirmUser } from '@adire/contract/users.ts'
import type { TestApp } from './app.ts'
import { createAuthenticator, type SoftwareAuthenticator } from './authenticator.ts'
import { requestToken } from './sign-in.ts'
import type { TestUser } from './users.ts'

/** Where the passkeys of tests belong. */
export const passkeyOrigin = 'https://dashboard.example'

/** Adds a passkey to a user who has confirmed by password. */
export async function withPasskey(
  api: TestApp,
  who: TestUser,
  {
    authenticator = createAuthenticator(passkeyOrigin),
    name = 'Laptop',
  }: {
    authenticator?: SoftwareAuthenticator
    name?: string
  } = {},
) {
  const me = api.as(who)
  await me.call(confirmUser, { password: who.password })
  const credential = authenticator.create(await me.call(startPasskey, {}))
  const added = await me.call(addPasskey, { name, credential })
  return { me, authenticator, ...added }
}

/** Signs in at the token endpoint with an assertion. */
export const sendAssertion = (api: TestApp, assertion: PasskeyAssertion | string) =>
  requestToken(api, {
    grant_type: passkeyGrant,
    scope: 'profile',
    assertion: typeof assertion === 'string' ? assertion : JSON.stringify(assertion),
  })

/** Signs in with a passkey, as the web app does. */
export async function signInWithPasskey(api: TestApp, authenticator: SoftwareAuthenticator) {
  const options = await api.asNobody().call(startPasskeySignIn, {})
  return sendAssertion(api, authenticator.get(options))
}
