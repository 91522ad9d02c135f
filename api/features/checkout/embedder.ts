import type { Mode } from '@adire/contract/call.ts'

/**
 * The origin that an address of the embedded checkout names: `/pay/embed/https/shop.example/{slug}`. It goes into a header,
 * so nothing but a plain host passes: no wildcard, no list, nothing to end the directive with. Null for anything else.
 */
export function parseEmbedder({ scheme, host = '' }: { scheme?: string; host?: string }): string | null {
  if (scheme !== 'https' && scheme !== 'http') return null
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?(?::\d{1,5})?$/.test(host)) return null
  const origin = `${scheme}://${host}`
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : null
}

/** Real money is taken over pages only that nobody on the way can change; a test may run on a developer's own machine. */
export const maySee = (origin: string, mode: Mode) => mode === 'TEST' || origin.startsWith('https:')
