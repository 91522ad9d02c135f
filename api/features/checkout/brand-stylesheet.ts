import { type BrandShades, brandShades, type HexColor } from '@adire/contract/brand-color.ts'
import type { FastifyInstance } from 'fastify'

const tokens = ({ fill, hover, onFill, link, soft }: BrandShades) =>
  `--brand:${fill};--brand-hover:${hover};--on-brand:${onFill};--link:${link};--soft:${soft}`

/** The stylesheet of a brand colour. */
export function brandStyle(color: HexColor): string {
  const { light, dark } = brandShades(color)
  return `:root{${tokens(light)}}\n@media (prefers-color-scheme:dark){:root{${tokens(dark)}}}\n`
}

/**
 * Route `/brand/{color}.css`: sets the colours of buttons and links on payers' pages of a business with a brand colour. It depends on the
 * address alone, so browsers may store it for ever.
 */
export function brandStylesheet(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>('/brand/:color(^[0-9a-f]{6}).css', async ({ params }, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(brandStyle(`#${params.color}`)),
  )
}
