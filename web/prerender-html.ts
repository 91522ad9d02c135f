/** Turns Vite's index.html into the pages that are served: their text, their own chunks, and everything in the order that
 * paints first. */
type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] }
export type ViteManifest = Record<string, Chunk>

export type PageOfHtml = {
  file: string
  path: string
  /** What React put into the head. */
  head: string
  body: string
  /** The address it was rendered for: the browser takes it over only there. */
  pattern: string
  description: string | undefined
  /** Pages in chunks of their own, as paths from web/. */
  modules: readonly string[]
}

/** The scripts and stylesheets of an entry or a page, what they import included; `js[0]` is its own. */
export function listChunkFiles(manifest: ViteManifest, name: string): { js: string[]; css: string[] } {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    if (js.has(`/${chunk.file}`)) return
    js.add(`/${chunk.file}`)
    for (const file of chunk.css ?? []) css.add(`/${file}`)
    chunk.imports?.forEach(visit)
  }
  visit(name)
  return { js: [...js], css: [...css] }
}

/** The text of a page's title, without the product's name. */
export const parseTitle = ({ head }: PageOfHtml) => head.replace(/<\/?title>/g, '').replace(/ · [^·]*$/, '')

/** The latin letters of our typeface, which every page shows first. */
export const findFontFile = (manifest: ViteManifest) =>
  Object.values(manifest).find(({ file }) => /geist-latin-wght.*\.woff2$/.test(file))?.file

/** `surroundings` is the script of the site's header and footer, which are no part of the app. The dashboard shows neither. */
export function pageHtml(
  template: string,
  manifest: ViteManifest,
  page: PageOfHtml,
  surroundings: readonly string[],
): string {
  const entry = listChunkFiles(manifest, 'index.html')
  const pageFiles = page.modules.map((name) => listChunkFiles(manifest, name))
  const scripts = new Set([...entry.js.slice(1), ...pageFiles.flatMap(({ js }) => js)])
  scripts.delete(entry.js[0]!)
  const font = findFontFile(manifest)
  const styles = new Set([...entry.css, ...pageFiles.flatMap(({ css }) => css)])
  const head = [
    page.head,
    page.description
      ? `<meta name="description" content="${page.description}" />`
      : '<meta name="robots" content="noindex" />',
    ...[...styles].map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    font ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />` : '',
    ...[...scripts].map((href) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}" />`),
  ]
  // The entry stands last and async: in the head it delays the first paint, although it is a module.
  const script = [entry.js[0], ...(page.pattern ? surroundings : [])]
    .map((src) => `<script type="module" async crossorigin src="${src}"></script>`)
    .join('\n    ')
  const html = template
    .replaceAll(/\s*<(?:script|link)[^>]*(?:modulepreload|type="module"|rel="stylesheet")[^>]*>(?:<\/script>)?/g, '')
    .replace('</head>', () => `  ${head.filter(Boolean).join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-page="${page.pattern}">${page.body}</div>`)
    .replace('</body>', () => `  ${script}\n  </body>`)
  const inline = html.match(/<script(?![^>]*src)|style="|<style/)
  if (inline) throw new Error(`${page.file} holds ${inline[0]}, which the content security policy blocks`)
  return html
}
