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

type Product = Awaited<ReturnType<typeof openProduct>>

/** The packages that a changed file is built into. */
const builtFrom = (file: string): Built[] =>
  file.startsWith('web/') ? ['web'] : file.startsWith('api/') ? ['api'] : ['web', 'api']

const listBuilt = ({ edits }: SpecificationMutant) => [...new Set(edits.flatMap(({ file }) => builtFrom(file)))]

/** Runs the tests of each mutant's item until one fails, and prints a table. Resolves with the number of unnoticed mutants. */
export async function detectMutants(
  mutants: readonly SpecificationMutant[],
  { copy, databaseUrl, hasStories, print }: Options,
): Promise<number> {
  const isBuilt = mutants.some(({ tests }) => !tests)
  const product = isBuilt ? await openProduct(copy, databaseUrl) : undefined
  const environment = { folder: copy.folder, databaseUrl, env: product?.env ?? {} }
  let missed = 0
  print('| item | mutant | noticed by | seconds |')
  print('|---|---|---|---|')
  try {
    for (const mutant of mutants) {
      const begin = Date.now()
      const noticed = await detectMutant(mutant, copy, product, { ...environment, hasStories })
      if (!noticed) missed += 1
      const seconds = Math.round((Date.now() - begin) / 1000)
      print(`| ${mutant.item} | ${mutant.name} | ${noticed ?? 'NOT NOTICED'} | ${seconds} |`)
    }
  } finally {
    await product?.close()
  }
  print(`${mutants.length - missed} of ${mutants.length} mutants were noticed`)
  return missed
}

async function detectMutant(
  mutant: SpecificationMutant,
  copy: Copy,
  product: Product | undefined,
  environment: Environment & { hasStories: boolean },
): Promise<string | undefined> {
  const restore = copy.change(mutant.edits)
  try {
    if (mutant.tests) return await runTests(mutant.tests, undefined, environment)
    const built = listBuilt(mutant)
    const { tests, stories } = listTestFiles(mutant.item)
    // What only the browser runs, only stories and checks can notice.
    const chosen = built.includes('api') ? tests : tests.filter((file) => /^(web|checks)\//.test(file))
    const noticed = chosen.length > 0 ? await runTests(chosen, mutant.item, environment) : undefined
    if (noticed || stories.length === 0 || !environment.hasStories) return noticed
    await product!.serve(built)
    return await runStories(stories, mutant.item, environment)
  } finally {
    restore()
    product?.reset()
  }
}
