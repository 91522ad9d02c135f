import type { ChannelDefinition } from './definition.ts'

export const directDebit = {
  name: 'Direct debit',
  nameInText: 'direct debit',
  icon: 'm17 2 4 4-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4 4-4M21 13v1a4 4 0 0 1-4 4H3',
  price: { bps: 50, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: 1_000_00 },
  waitingText: null,
  // Debited without the payer, often over night.
  slowAboveMs: null,
  payer: null,
} satisfies ChannelDefinition
