// Preloaded, as `quickImports`, where tests load the API from its sources. Node parses the `package.json` of a package again for each file
// of it, to know the format; that of `drizzle-orm` has 180 KB, and the API loads hundreds of its files.
import { registerHooks } from 'node:module'

const rootUrl = new URL('..', import.meta.url).href
const largePackage = `${rootUrl}node_modules/drizzle-orm/`
/** Files by the name of a package, for each workspace: its files find the same packages. */
const packageFiles = new Map()

registerHooks({
  resolve(specifier, context, resolveByNode) {
    const { parentURL = '', conditions, importAttributes } = context
    const isPlainImport = conditions.includes('import') && Object.keys(importAttributes).length === 0
    if (!isPlainImport || !parentURL.startsWith(rootUrl)) return resolveByNode(specifier, context)
    const format = formatBeside(specifier, parentURL)
    if (format) return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
    const isPackage = /^[@a-z][^:]*$/.test(specifier) && !isOfPackage(parentURL)
    if (!isPackage) return resolveByNode(specifier, context)
    const [workspace] = parentURL.slice(rootUrl.length).split('/', 1)
    const key = `${workspace} ${specifier}`
    const found = packageFiles.get(key) ?? { ...resolveByNode(specifier, context), shortCircuit: true }
    packageFiles.set(key, found)
    return found
  },
})

/** Format of a file that is named relative to the one that imports it; undefined where Node has to find it. */
function formatBeside(specifier, parentUrl) {
  if (!/^\.\.?\//.test(specifier)) return undefined
  if (parentUrl.startsWith(largePackage)) return specifier.endsWith('.js') ? 'module' : undefined
  return specifier.endsWith('.ts') && !isOfPackage(parentUrl) ? 'module-typescript' : undefined
}

const isOfPackage = (url) => url.includes('/node_modules/')
