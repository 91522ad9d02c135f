import { accessCodeAlphabet, randomText } from '../../random-text.ts'

/** Alphabet of references that are read out on the telephone: no characters that look alike. */
const spoken = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Long enough to be unique over all businesses at a processor without a key that says so (decision 115). */
export const newMandateReference = () => `MND-${randomText(16, spoken)}`

export const newAccessCode = () => randomText(32, accessCodeAlphabet)
