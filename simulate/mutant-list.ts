/** A fault to plant: what stands in a file, and what stands there instead. The theme is what its runs are about. */
export interface Mutant {
  name: string
  edits: readonly { file: string; find: string; replace: string }[]
  theme: string
  seed?: number
  steps?: number
}

const one = (
  name: string,
  theme: string,
  file: string,
  find: string,
  replace: string,
  more: Partial<Mutant> = {},
): Mutant => ({
  name,
  theme,
  edits: [{ file, find, replace }],
  ...more,
})

export const mutants: readonly Mutant[] = [
  one(
    'the fee is a kobo too high',
    'settlements',
    'contract/fees.ts',
    'Math.floor((kobo * bps + 5_000) / 10_000)',
    'Math.ceil((kobo * bps + 5_000) / 10_000)',
  ),
  one(
    'the NGN 100 are waived at exactly NGN 2,500',
    'settlements',
    'contract/fees.ts',
    'amountKobo >= price.waiveFlatBelowKobo',
    'amountKobo > price.waiveFlatBelowKobo',
  ),
]
