import type { Copy } from './copy.ts'
import type { SpecificationMutant } from './mutant.ts'
import { type Built, openProduct } from './product.ts'
import { type Environment, listTestFiles, runStories, runTests } from './tests.ts'

interface Options {
  copy: Copy
  databaseUrl: string
  /** Whether stories run too, if no test without a browser failed. */
  hasStories: boolean
  print(line: string): void
}

/** Tests of the API serve pages that are built; checks read the sources only. */
const needsBuild = ({ tests }: SpecificationMutant) => !tests?.every((file) => file.startsWith('checks/'))

type Product = Awaited<ReturnType<typeof openProduct>>

/** The packages that a changed file is built into. */
const builtFrom = (file: string): Built[] =>
  file.startsWith('web/') ? ['web'] : file.startsWith('api/') ? ['api'] : ['web', 'api']

const listBuilt = ({ edits }: SpecificationMutant) => [...new Set(edits.flatMap(({ file }) => builtFrom(file)))]

/** Test files of a mutant without a browser, and its stories. */
type Kind = 'tests' | 'stories'

/**
 * Runs the tests of each mutant's item until one fails, and prints a table. A test that also fails without the mutant has not noticed
 * it. Resolves with the number of unnoticed mutants.
 */
export async function detectMutants(
  mutants: readonly SpecificationMutant[],
  { copy, databaseUrl, hasStories, print }: Options,
): Promise<number> {
  const product = mutants.some(needsBuild) ? await openProduct(copy, databaseUrl) : undefined
  const environment = { folder: copy.folder, databaseUrl, env: product?.env ?? {} }
  const kinds: readonly Kind[] = hasStories ? ['tests', 'stories'] : ['tests']
  const failing = rememberUnchanged(product, environment)
  let missed = 0
  print('| item | mutant | noticed by | seconds |')
  print('|---|---|---|---|')
  try {
    for (const mutant of mutants) {
      const begin = Date.now()
      const noticed = await detectMutant(mutant, { copy, product, environment, kinds })
      const failure = noticed && (await failing(mutant, noticed.kind))
      if (!noticed || failure) missed += 1
      const how = failure ? `NOT NOTICED, fails without it too: ${failure}` : (noticed?.title ?? 'NOT NOTICED')
      print(`| ${mutant.item} | ${mutant.name} | ${how} | ${Math.round((Date.now() - begin) / 1000)} |`)
    }
  } finally {
    await product?.close()
  }
  print(`${mutants.length - missed} of ${mutants.length} mutants were noticed`)
  return missed
}

/** Runs a mutant's tests on the unchanged product, once for each item. */
function rememberUnchanged(product: Product | undefined, environment: Environment) {
  const known = new Map<string, Promise<string | undefined>>()
  return (mutant: SpecificationMutant, kind: Kind) => {
    const key = `${kind} ${mutant.tests ?? mutant.item}`
    const run = async () => {
      if (kind === 'stories') await product!.serve([])
      return runKind(mutant, kind, environment)
    }
    const failure = known.get(key) ?? run()
    known.set(key, failure)
    return failure
  }
}

interface Scene {
  copy: Copy
  product: Product | undefined
  environment: Environment
  kinds: readonly Kind[]
}

async function detectMutant(mutant: SpecificationMutant, { copy, product, environment, kinds }: Scene) {
  const restore = copy.change(mutant.edits)
  try {
    for (const kind of kinds) {
      if (kind === 'stories' && listFiles(mutant, kind).length > 0) await product!.serve(listBuilt(mutant))
      const title = await runKind(mutant, kind, environment)
      if (title) return { kind, title }
    }
    return undefined
  } finally {
    restore()
    product?.reset()
  }
}

/** What only the browser runs, only stories and checks can notice. */
function listFiles(mutant: SpecificationMutant, kind: Kind): readonly string[] {
  if (mutant.tests) return kind === 'tests' ? mutant.tests : []
  const { tests, stories } = listTestFiles(mutant.item)
  if (kind === 'stories') return stories
  return listBuilt(mutant).includes('api') ? tests : tests.filter((file) => /^(web|checks)\//.test(file))
}

async function runKind(mutant: SpecificationMutant, kind: Kind, environment: Environment) {
  const files = listFiles(mutant, kind)
  if (files.length === 0) return undefined
  if (kind === 'stories') return runStories(files, mutant.item, environment)
  return runTests(files, mutant.tests ? undefined : mutant.item, environment)
}
