import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseJson } from '../../connectors/parse-json.ts'

/** A response as Paystack publishes it, of any operation. */
export interface PublishedResponse {
  /** Operation and variant, such as `transactions/verify 400`. */
  name: string
  status: number
  body: unknown
}

/** All published responses of a checkout of PaystackOSS/doc-code-snippets: of the reference of its API, and of its guides. */
export const listPublishedResponses = (folder: string): PublishedResponse[] => [
  ...listResponsesOfReference(folder),
  ...listResponsesOfGuides(folder),
]

const listResponsesOfReference = (folder: string): PublishedResponse[] =>
  globSync(join(folder, 'dist/api/**/response.json')).flatMap((file) => {
    const variants = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { data?: unknown }>
    const operation = relative(join(folder, 'dist/api'), file).replace('/response.json', '')
    return Object.entries(variants).map(([variant, value]) => ({
      name: `${operation} ${variant}`,
      // One file has a response itself instead of variants of it.
      status: /^\d{3}/.test(variant) ? Number(variant.slice(0, 3)) : 200,
      body: value?.data ?? value,
    }))
  })

/** Some files of the guides are no complete JSON. */
const listResponsesOfGuides = (folder: string): PublishedResponse[] =>
  globSync(join(folder, 'src/doc/**/*.json')).flatMap((file) => {
    const body = parseJson(readFileSync(file, 'utf8')) as { status?: unknown } | undefined
    return typeof body?.status === 'boolean'
      ? [{ name: relative(folder, file), status: body.status ? 200 : 400, body }]
      : []
  })

/** All published events, as their files have them. */
export const listPublishedEvents = (folder: string): { name: string; text: string }[] =>
  globSync(join(folder, 'src/doc/**/*.json')).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return /"event"\s*:/.test(text) ? [{ name: relative(folder, file), text }] : []
  })
