/** Turns Vite's index.html into the served pages: each with its HTML and its own chunks, ordered for the fastest first
 * paint. */
type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] }
export type ViteManifest = Record<string, Chunk>

export type PageOfHtml = {
  file: string
  path: string
  /** Head elements rendered by React. */
  head: string
  body: string
  /** Route pattern it was rendered for: the browser hydrates the page only on this route. */
  pattern: string
  description: string | undefined
  /** Modules of the page that are separate chunks, as paths from web/. */
  modules: readonly string[]
  hasScript: boolean
}

/** Scripts and stylesheets of an entry or page, with all static imports; `js[0]` is its own script. */
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

/** Title of a page without the product name. */
export const parseTitle = ({ head }: PageOfHtml) => head.replace(/<\/?title>/g, '').replace(/ · [^·]*$/, '')

/** Font file with the Latin letters, which every page needs first. */
export const findFontFile = (manifest: ViteManifest) =>
  Object.values(manifest).find(({ file }) => /geist-latin-[^/]*\.woff2$/.test(file))?.file

/** The template of a page without script: without what only scripts use or replace. */
const withoutScript = (template: string) =>
  template.replaceAll(
    /\s*(?:<noscript>[\s\S]*?<\/noscript>|<div id="site-\w+" hidden><\/div>|<link rel="preload" href="\/config.json"[^>]*>)/g,
    '',
  )

/** HTML of a page. `surroundings` are the scripts of the public site's header and footer; the dashboard has neither. */
export function pageHtml(
  template: string,
  manifest: ViteManifest,
  page: PageOfHtml,
  surroundings: readonly string[],
): string {
  const entry = listChunkFiles(manifest, 'index.html')
  const pageFiles = page.modules.map((name) => listChunkFiles(manifest, name))
  const scripts = new Set(page.hasScript ? [...entry.js.slice(1), ...pageFiles.flatMap(({ js }) => js)] : [])
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
  // The entry script is last and async: in the head it would delay the first paint, although it is a module.
  const script = (page.hasScript ? [entry.js[0], ...(page.pattern ? surroundings : [])] : [])
    .map((src) => `<script type="module" async crossorigin src="${src}"></script>`)
    .join('\n    ')
  const html = (page.hasScript ? template : withoutScript(template))
    .replaceAll(/\s*<(?:script|link)[^>]*(?:modulepreload|type="module"|rel="stylesheet")[^>]*>(?:<\/script>)?/g, '')
    .replace('</head>', () => `  ${head.filter(Boolean).join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-page="${page.pattern}">${page.body}</div>`)
    .replace('</body>', () => `  ${script}\n  </body>`)
  const inline = html.match(/<script(?![^>]*src)|style="|<style/)
  if (inline) throw new Error(`${page.file} holds ${inline[0]}, which the content security policy blocks`)
  return html
}
