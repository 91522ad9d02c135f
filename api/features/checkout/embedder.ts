import type { Mode } from '@adire/contract/call.ts'

/**
 * Origin named in the path of an embedded checkout: `/pay/embed/https/shop.example/{slug}`. It is written into a
 * Content-Security-Policy header, so only a plain host is valid: no wildcard, no list, nothing that ends the directive. Otherwise null.
 */
export function parseEmbedder({ scheme, host = '' }: { scheme?: string; host?: string }): string | null {
  if (scheme !== 'https' && scheme !== 'http') return null
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?(?::\d{1,5})?$/.test(host)) return null
  const origin = `${scheme}://${host}`
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : null
}

/** True if the origin may embed a page of this mode. Live mode requires HTTPS; test mode also works on a developer's machine. */
export const maySee = (origin: string, mode: Mode) => mode === 'TEST' || origin.startsWith('https:')
