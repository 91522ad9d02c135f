import { results } from './results.ts'
import { steps } from './steps.ts'

export const checkout = { ...steps, ...results }
