import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TokenError, TokenResponse } from '@adire/contract/auth-schemas.ts'
import type { EmailMessage } from '../emails/mail.ts'
import type { TestApp } from './app.ts'

const basic = `Basic ${btoa('web:adire-web-client')}`

/** Calls the token endpoint, as the web app does. The body has the fields of a success or of an error. */
export async function requestToken(
  api: TestApp,
  form: Record<string, string>,
  { authorization = basic, userAgent = 'node' }: { authorization?: string; userAgent?: string } = {},
) {
  const response = await fetch(`${api.url}/test/core/oauth/token`, {
    method: 'POST',
    headers: { authorization, 'user-agent': userAgent },
    body: new URLSearchParams(form),
  })
  const body = (await response.json()) as Required<TokenResponse> & TokenError
  return { status: response.status, body, headers: response.headers }
}

export const signIn = (
  api: TestApp,
  username: string,
  password: string,
  { code, userAgent = 'node' }: { code?: string; userAgent?: string } = {},
) =>
  requestToken(
    api,
    { grant_type: 'password', scope: 'profile', username, password, ...(code !== undefined && { code }) },
    { userAgent },
  )

/** Emails sent so far, oldest first, optionally filtered by subject. */
export async function readEmails(api: TestApp, subject = /./): Promise<EmailMessage[]> {
  const folder = join(api.runtime.config.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const sent: EmailMessage[] = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
  )
  return sent.filter((mail) => subject.test(mail.subject))
}
