import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  id: string
  type: string
  body: string
  headers: Record<string, string | undefined>
}

/** A merchant's server: stores the webhooks it receives, and fails on request. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly ReceivedEvent[]
  status: number
  /** Start of the current failure; undefined while it works. */
  failsSince: number | undefined
  close(): Promise<void>
}

export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece
    })
    request.on('end', () => {
      const headers = request.headers as Record<string, string | undefined>
      const type = (JSON.parse(body) as { type: string }).type
      if (receiver.status < 300) received.push({ id: headers['webhook-id']!, type, body, headers })
      response.writeHead(receiver.status, { connection: 'close' }).end('said')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    status: 200,
    failsSince: undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}

/** Whether a delivery is signed with one of these secrets, by the Standard Webhooks specification. */
export function isSigned({ headers, body }: ReceivedEvent, secrets: readonly string[]): boolean {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const given = (headers['webhook-signature'] ?? '').split(' ')
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return given.includes(`v1,${createHmac('sha256', key).update(text).digest('base64')}`)
  })
}
