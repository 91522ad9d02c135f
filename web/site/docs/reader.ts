import { listApiKeys } from '@adire/contract/api-keys.ts'
import { callEndpoint } from '@adire/contract/call.ts'
import { getConfig } from '../../client/config.ts'
import { getSession, readSession } from '../../client/session.ts'
import { accessToken } from '../../client/tokens.ts'

/** Inserts the reader's own test keys into the documentation. Only the last characters of a secret key are known to the server. */
await readSession()
const { status, merchantId, mode } = getSession()
if (status === 'in' && merchantId && mode === 'TEST') await fillSandbox(merchantId).catch(() => undefined)

async function fillSandbox(merchantId: string) {
  const { servers } = await getConfig()
  const connection = { baseUrl: () => servers.TEST.core, token: () => accessToken(), merchantId: () => merchantId }
  const { content } = await callEndpoint(connection, listApiKeys, {})
  const current = (keyKind: string) => content.find(({ kind, expiresAt }) => kind === keyKind && !expiresAt)?.display
  const [open, secret] = [current('public'), current('secret')]
  for (const element of document.querySelectorAll<HTMLElement>('[data-key]'))
    element.textContent = (element.dataset.key === 'public' ? open : secret) ?? element.textContent
  const note = document.querySelector<HTMLElement>('[data-reader-note]')
  if (!note || !document.querySelector('[data-key]')) return
  const link = document.createElement('a')
  link.href = '/settings/api-webhooks'
  link.className = 'font-medium text-link underline'
  link.textContent = 'your keys'
  note.append('Your own test keys stand in the examples. ')
  note.append(
    secret
      ? `Of the secret one we know its end only (${secret}): put it in from where you keep it, or rotate it among `
      : 'You have no secret key yet: create it among ',
    link,
    '.',
  )
  note.hidden = false
}
