import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromPackages } from '../files/paths.ts'

/** Texts of the doc comments in the contract. */
export interface ContractWords {
  /** The comment of an exported name. */
  about(name: string): string | undefined
  /** Comments of the fields of an endpoint's input or of a schema, by field name. */
  fieldsOf(name: string, as: 'input' | 'schema'): ReadonlyMap<string, string>
}

interface Declared {
  about: string | undefined
  fields: [name: string, about: string][]
  /** Other declarations it is built from, in the order of the source. */
  uses: string[]
  file: string
}

/**
 * Reads the contract's comments, which document both the code and the API, so that they are written once. The source is
 * available because Node runs the TypeScript files directly; it is read once, at startup.
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
      // An endpoint names its output last; the output's field comments do not describe the input.
      const uses = found?.uses ?? []
      return collect(found, as === 'input' ? uses.slice(0, -1) : uses, new Map(), 3)
    },
  }
}

const declaration = /(?:^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(export )?const (\w+)(?:: [^=\n]+)? =/gm
// A field of the object itself, not of a nested one: indented by two spaces, or four if a call's arguments are on separate lines.
const field = /^( {2}| {4})\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n\1(\w+):/gm

/** The top-level constants of a contract file: comments, field comments, and names of the declarations they use. */
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
