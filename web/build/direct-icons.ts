import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const named = /import \{([^}]*)\} from 'lucide-react'/g

/**
 * Imports each icon from its own file. Through the package's index every icon would seem to be imported by every page that has one, and
 * all icons of the dashboard would be in the chunk of the first page.
 */
export function directIcons(): Plugin {
  let files: Map<string, string> | undefined
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("from 'lucide-react'")) return undefined
      files ??= listIconFiles()
      return { code: code.replace(named, (_, names: string) => importAlone(names, files!)), map: null }
    },
  }
}

/** File of each exported name; an icon has several names. */
function listIconFiles(): Map<string, string> {
  const index = fileURLToPath(new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react')))
  const lines = readFileSync(index, 'utf8').matchAll(/^export \{(.*)\} from '(\.\/icons\/[\w-]+\.mjs)'/gm)
  return new Map(
    [...lines].flatMap(([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, join(dirname(index), file!)] as const),
    ),
  )
}

/** An import statement for each icon. Types stay in one of the package, which is removed from the output. */
function importAlone(names: string, files: ReadonlyMap<string, string>): string {
  const imported = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const types = imported.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length))
  const icons = imported
    .filter((name) => !name.startsWith('type '))
    .map((name) => {
      const [exported = '', local = exported] = name.split(' as ')
      const file = files.get(exported)
      if (!file) throw new Error(`lucide-react has no icon ${exported}`)
      return `import ${local} from '${file}'`
    })
  return [...icons, ...(types.length > 0 ? [`import type { ${types.join(', ')} } from 'lucide-react'`] : [])].join(';')
}
