import { createHash } from 'node:crypto'
import { cutText } from '../../database/cut-text.ts'
import type { CheckoutInventory, InventoryFile } from './inventory.ts'
import { findForeignElements } from './read-page.ts'

/** Limits of one request: time in ms, and bytes of the response. */
const requestMs = 10_000
const maxBytes = 5_000_000
/** Time limit of all requests of a check, in ms. */
const checkMs = 120_000
/** Requests at once. */
const requestsAtOnce = 4
const maxDifferences = 50
const maxCharacters = 300

/** A name with "bot", so that the visit is not counted as a view of a payment link. */
const userAgent = 'AdireCheckoutMonitor/1.0 (bot)'

interface Fetched {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Fetches the checkout as a payer's browser does and compares it with the inventory: the headers of the page, each element that loads
 * or runs something, and the bytes of each file. Returns the differences as sentences; also if a server does not respond. Never throws.
 */
export async function compareCheckout(
  inventory: CheckoutInventory,
  { publicUrl, path }: { publicUrl: string; path: string },
): Promise<string[]> {
  const whole = AbortSignal.timeout(checkMs)
  const load = async (path: string): Promise<Fetched | string> => {
    try {
      return await fetchBounded(publicUrl + path, AbortSignal.any([whole, AbortSignal.timeout(requestMs)]))
    } catch (error) {
      return `${path} could not be loaded: ${describeFailure(error)}`
    }
  }
  const page = await load(path)
  const differences = typeof page === 'string' ? [page] : comparePage(inventory, publicUrl, page)
  const files = [...inventory.scripts, ...inventory.styles, ...inventory.fonts, inventory.embedded]
  for (let start = 0; start < files.length; start += requestsAtOnce) {
    const some = files.slice(start, start + requestsAtOnce)
    const found = await Promise.all(some.map(async (file) => compareFile(file, await load(file.path))))
    differences.push(...found.flat())
  }
  return differences.slice(0, maxDifferences).map((text) => cutText(text, maxCharacters))
}

/** Node reports a failed connection as "fetch failed", with the reason as its cause. */
function describeFailure(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

/** @throws Error after a time limit, for a body that is too long, or if the connection fails */
async function fetchBounded(url: string, signal: AbortSignal): Promise<Fetched> {
  const { status, headers, body } = await fetch(url, {
    redirect: 'manual',
    signal,
    headers: { 'user-agent': userAgent, accept: 'text/html,*/*' },
  })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return { status, headers, body: Buffer.concat(parts) }
}

/** The page of a link that is closed meanwhile has status 404 and obeys the same rules. */
function comparePage(inventory: CheckoutInventory, publicUrl: string, { status, headers, body }: Fetched): string[] {
  const differences = status === 200 || status === 404 ? [] : [`The page has status ${status}`]
  for (const [name, value] of Object.entries(inventory.headers))
    if (headers.get(name) !== value)
      differences.push(`The header ${name} of the page is ${headers.get(name) ?? 'missing'}, and should be ${value}`)
  return [...differences, ...findForeignElements(inventory, publicUrl, body.toString('utf8'))]
}

function compareFile({ path, sha256 }: InventoryFile, fetched: Fetched | string): string[] {
  if (typeof fetched === 'string') return [fetched]
  if (fetched.status !== 200) return [`${path} has status ${fetched.status}`]
  const differences = []
  if (createHash('sha256').update(fetched.body).digest('hex') !== sha256)
    differences.push(`The bytes of ${path} are not those of the inventory`)
  if (fetched.headers.get('x-content-type-options') !== 'nosniff')
    differences.push(`The header x-content-type-options of ${path} is not nosniff`)
  return differences
}
