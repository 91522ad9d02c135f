import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type ApiConnection, callEndpoint } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../scripts/free-port.mjs'
import { environment, quickImports } from '../../scripts/product.mjs'
import type { ReceivedEmail } from './business.ts'
import { storeSession } from './session.ts'

interface Owner {
  email: string
  token: string
  refreshToken: string
  merchantId: string
}

/** A live business with a product, a processor and a clock of its own (`live-server.ts`). */
export interface LiveProduct {
  url: string
  /** Calls the API as the owner of the business. */
  call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointOutput<E>>
  /** What only the clock, a job or the operator does: an action of `live-server.ts`. */
  act<Result = unknown>(action: string, input?: object): Promise<Result>
  /** What payers, banks and the processor do: an action of `testing/paystack/control-actions.ts`. Then the jobs run. */
  control<Result = unknown>(action: string, input: object): Promise<Result>
  /** The newest email to an address with such a subject. */
  mailTo(address: string, subject: RegExp): Promise<ReceivedEmail>
  /** Signs the owner in, without the form. */
  signIn(page: Page): Promise<void>
  close(): Promise<void>
}

/** `env`: settings of the product besides those of the processor, such as `PAYSTACK_PCI_AOC`. */
export async function openLiveProduct(env: Record<string, string> = {}): Promise<LiveProduct> {
  const child = spawn(process.execPath, [...quickImports, new URL('./live-server.ts', import.meta.url).pathname], {
    env: { ...process.env, ...environment, ...env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit') as Promise<[number | null]>
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    exit.then(([code]) => Promise.reject(new Error(`The product ended with ${code} before it was ready`))),
  ])
  const { url, paystackUrl, actionsUrl, owner } = JSON.parse(line) as Record<
    'url' | 'paystackUrl' | 'actionsUrl',
    string
  > & {
    owner: Owner
  }
  const post = async (address: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${address} ${JSON.stringify(body)}: ${await response.text()}`)
    return response.json()
  }
  const act = <Result>(action: string, input = {}) => post(`${actionsUrl}/${action}`, input) as Promise<Result>
  const connection: ApiConnection = {
    baseUrl: (server) => `${url}/live/${server}`,
    token: (endpoint) => (endpoint.access === 'public' ? undefined : owner.token),
    merchantId: () => owner.merchantId,
  }
  return {
    url,
    call: (endpoint, input) => callEndpoint(connection, endpoint, input),
    act,
    async control<Result>(action: string, input: object) {
      const { result } = (await post(`${paystackUrl}/control/${action}`, input)) as { result: Result }
      await act('drain')
      return result
    },
    async mailTo(address, subject) {
      const mails = await act<ReceivedEmail[]>('mails', { to: address })
      const found = mails.findLast((mail) => subject.test(mail.subject))
      expect(found, `an email to ${address} about ${subject}`).toBeDefined()
      return found!
    },
    async signIn(page) {
      await page.goto(`${url}/robots.txt`)
      const { token: access_token, refreshToken: refresh_token } = owner
      await page.evaluate(storeSession, {
        access_token,
        refresh_token,
        token_type: 'Bearer' as const,
        expires_in: 86_400,
      })
    },
    async close() {
      child.kill()
      const [code] = await exit
      if (code !== 0) throw new Error(`The product ended with ${code}`)
    },
  }
}
