import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { applyEdits, stepsOf } from './mutant.ts'
import { allMutants } from './mutant-list.ts'

// Child process for one mutant, which changes the product's sources as they are loaded.
const mutant = allMutants.find(({ name }) => name === process.env.MUTANT)!
const root = fileURLToPath(new URL('../', import.meta.url))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith('file:')) return loaded
    const file = fileURLToPath(url).slice(root.length)
    if (!mutant.edits.some((edit) => edit.file === file)) return loaded
    return { ...loaded, source: applyEdits(String(loaded.source), mutant.edits, file) }
  },
})

const { generatePlan: planOf } = await import('./plan.ts')
const { runSimulation: simulate } = await import('./simulate.ts')
for (let seed = Number(process.env.FIRST_SEED); ; seed++) {
  const { failure } = await simulate(process.env.SIMULATION_SERVER!, planOf(seed, stepsOf(mutant), mutant.theme))
  if (!failure) continue
  process.send!({ check: failure.check, message: failure.message, seed }, () => process.exit(0))
  break
}
