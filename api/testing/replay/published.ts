import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A response as Paystack publishes it, of any operation. */
export interface PublishedResponse {
  /** Operation and variant, such as `transactions/verify 400`. */
  name: string
  status: number
  body: unknown
}

/** All published responses of a checkout of PaystackOSS/doc-code-snippets. */
export const listPublishedResponses = (folder: string): PublishedResponse[] =>
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

/** All published events, as their files have them. */
export const listPublishedEvents = (folder: string): { name: string; text: string }[] =>
  globSync(join(folder, 'src/doc/**/*.json')).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return /"event"\s*:/.test(text) ? [{ name: relative(folder, file), text }] : []
  })
