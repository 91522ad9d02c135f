import type { AnyProcessor } from './connector.ts'
import { monnify } from './monnify/definition.ts'
import { paystack } from './paystack/definition.ts'
import { sandbox } from './sandbox/definition.ts'

/** All processors, by the name that payments, payouts, mandates and saved cards are stored with. */
export const processors = { sandbox, paystack, monnify }
export type Processor = keyof typeof processors

export const definitionOf = (processor: Processor): AnyProcessor => processors[processor]

/** Name of a processor for people. */
export const processorName = (processor: Processor): string => definitionOf(processor).name
