import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromPackages } from '../files/paths.ts'

/** What the contract's own comments say. */
export interface ContractWords {
  /** Of a name. */
  about(name: string): string | undefined
  /** Of the fields that stand in the input of an endpoint, or in a schema, by their names. */
  fieldsOf(name: string, as: 'input' | 'schema'): ReadonlyMap<string, string>
}

interface Declared {
  about: string | undefined
  fields: [name: string, about: string][]
  /** Other declarations that it is made of, in the order of the text. */
  uses: string[]
  file: string
}

/**
 * The comments of the contract are its documentation, for who reads the code and for who reads the API: they are written
 * once. Node runs the contract as it is written, so they are there to be read; once, when a process starts.
 */
export function contractWords(): ContractWords {
  const folder = dirname(fromPackages.resolve('@adire/contract/endpoint.ts'))
  const byFile = new Map<string, Map<string, Declared>>()
  const exported = new Map<string, Declared>()
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    const local = new Map<string, Declared>()
    byFile.set(file, local)
    for (const { name, isExported, ...declared } of parseDeclarations(readFileSync(join(folder, file), 'utf8'))) {
      const found = { ...declared, file }
      local.set(name, found)
      if (isExported && !exported.has(name)) exported.set(name, found)
    }
  }
  const collect = (found: Declared | undefined, uses: string[], into: Map<string, string>, depth: number) => {
    if (!found) return into
    for (const [field, about] of found.fields) if (!into.has(field)) into.set(field, about)
    if (depth > 0)
      for (const name of uses) {
        const used: Declared | undefined = byFile.get(found.file)?.get(name) ?? exported.get(name)
        if (used && used !== found) collect(used, used.uses, into, depth - 1)
      }
    return into
  }
  return {
    about: (name) => exported.get(name)?.about,
    fieldsOf: (name, as) => {
      const found = exported.get(name)
      // An endpoint names its answer last; what is said of that is not said of the input.
      const uses = found?.uses ?? []
      return collect(found, as === 'input' ? uses.slice(0, -1) : uses, new Map(), 3)
    },
  }
}

const declaration = /(?:^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(export )?const (\w+)(?:: [^=\n]+)? =/gm
// A field of the object itself, not of one inside it: two spaces, or four where a call's arguments stand on lines of their own.
const field = /^( {2}| {4})\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\1(\w+):/gm

export function parseDeclarations(source: string) {
  const found = [...source.matchAll(declaration)]
  return found.map((match, index) => {
    const rest = source.slice(match.index + match[0].length, found[index + 1]?.index)
    const block = rest.split(/^(?:const|export|function|\/\*\*) ?/m, 1)[0]!
    return {
      name: match[3]!,
      isExported: match[2] !== undefined,
      about: match[1] === undefined ? undefined : plain(match[1]),
      fields: [...block.matchAll(field)].map(([, , about, name]): [string, string] => [name!, plain(about!)]),
      uses: [
        ...new Set(
          block.replace(/\/\*\*[\s\S]*?\*\/|'[^'\n]*'/g, '').match(/(?<!\w\.?)[A-Za-z]\w*(?=[\s,)}\]]|$)/g) ?? [],
        ),
      ],
    }
  })
}

const plain = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()
