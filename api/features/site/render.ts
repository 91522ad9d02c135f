import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ApiDocument } from '@adire/contract/api-document.ts'
import type { SiteAssets, SiteGiven, SiteRenderer, SiteRoute } from '@adire/contract/site-page-props.ts'
import { escapeHtml } from '../../emails/html.ts'
import { webDistUrl } from '../../files/paths.ts'
import { lagosDay } from '../../lagos.ts'
import type { Runtime } from '../../runtime.ts'

interface Manifest {
  /** The app's public paths, with the file for each. */
  pages: Record<string, string>
  /** Pages of the dashboard with a file of their own. */
  memberPages: Record<string, string>
  about: Record<string, { title: string; description: string }>
  /** Icons of the installed app, as in a web app manifest. */
  icons: readonly { src: string; sizes: string; type: string; purpose: string }[]
  site: SiteAssets & { routes: readonly SiteRoute[] }
}

// Above this size the maximum compression would take a second, so a lower level is used.
const longBytes = 64 * 1024

/** A page or script, ready to send. Only compressed: the text of a long page takes half a megabyte. */
export interface CompressedPage {
  br: Buffer
  gzip: Buffer
  etag: string
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** Opens the renderer of the public site; undefined if the web app is not built. */
export async function openSite({ config, clock }: Runtime, describe: () => string) {
  if (!existsSync(new URL('manifest.json', webDistUrl))) return undefined
  const manifest = JSON.parse(await readFile(new URL('manifest.json', webDistUrl), 'utf8')) as Manifest
  const cache = new Map<string, Promise<CompressedPage>>()
  let renderer: Promise<SiteRenderer> | undefined
  const load = () => {
    renderer ??= import(new URL('server/site.js', webDistUrl).href) as Promise<SiteRenderer>
    return renderer
  }
  let document: ApiDocument | undefined
  const api = () => {
    document ??= JSON.parse(describe()) as ApiDocument
    return document
  }
  const year = () => Number(lagosDay(clock()).slice(0, 4))
  const given = (): SiteGiven => ({ brand: config.brand, publicUrl: config.publicUrl, year: year(), api: api() })

  const render = async (path: string, more: Partial<SiteGiven> = {}) =>
    (await load()).renderPage(path, { ...given(), ...more }, manifest.site)

  /** An app page with header and footer. They are hidden in the dashboard, which shows them after signing out. */
  const surround = async (file: string, path: string | undefined) => {
    const { renderFrame, renderHead } = await load()
    const { header, footer, tour } = renderFrame(given())
    const about = path === undefined ? undefined : manifest.about[path]
    const hidden = path === undefined ? ' hidden' : ''
    const fill = (html: string, id: string, text: string, isHidden = hidden) =>
      html.replace(`<div id="${id}" hidden></div>`, () => `<div id="${id}"${isHidden}>${text}</div>`)
    let html = await readFile(new URL(`client/${file}`, webDistUrl), 'utf8')
    html = fill(html, 'site-top', header)
    html = fill(html, 'site-bottom', footer)
    if (path === '/') html = fill(html, 'site-tour', tour)
    html = html.replaceAll('{product}', escapeHtml(config.brand.name))
    if (!about || path === undefined) return html
    return html.replace('</head>', () => `${renderHead({ path, ...about }, given(), manifest.site)}</head>`)
  }

  /** Caches a page by name and year: nothing else in these pages changes while the process runs. */
  const cachePage = (name: string, make: () => Promise<string>) => {
    const key = `${year()} ${name}`
    const found = cache.get(key) ?? make().then((html) => compressPage(html, html.length > longBytes ? 6 : 11))
    cache.set(key, found)
    found.catch(() => cache.delete(key))
    return found
  }

  return {
    routes: manifest.site.routes,
    areaPaths: async () => (await load()).areaPaths(api()),
    llmsText: async () => (await load()).llmsText(given()),
    guideText: async (path: string) => (await load()).guideText(path, given()),
    pages: manifest.pages,
    memberPages: manifest.memberPages,
    icons: manifest.icons,
    /** A page that is the same for all users. */
    page: (path: string) => cachePage(path, () => render(path)),
    /** A page rendered for one request, not cached. */
    renderPacked: async (path: string, more: Partial<SiteGiven>) => compressPage(await render(path, more), 4),
    /** A page of the app. `path` is set for public pages. */
    app: (file: string, path?: string) => cachePage(`${file} ${path}`, () => surround(file, path)),
  }
}

async function compressPage(html: string, quality: number): Promise<CompressedPage> {
  const options = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(html, { params: options }),
    promisify(gzip)(html, { level: 9 }),
  ])
  return { br, gzip: zipped, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"` }
}

/** A file of the web app, read and compressed at its first request: compressing it as small as possible would delay the start. A failure is retried. */
export function compressedFile(file: URL): () => Promise<CompressedPage> {
  let compressed: Promise<CompressedPage> | undefined
  return () => {
    compressed ??= readFile(file, 'utf8')
      .then((text) => compressPage(text, 11))
      .catch((error) => {
        compressed = undefined
        throw error
      })
    return compressed
  }
}
