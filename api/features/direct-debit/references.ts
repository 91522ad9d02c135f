import { accessCodeAlphabet, randomText } from '../../random-text.ts'

/** Alphabet of references that are read out on the telephone: no characters that look alike. */
const spoken = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const newReference = () => `MND-${randomText(10, spoken)}`

export const newAccessCode = () => randomText(32, accessCodeAlphabet)
