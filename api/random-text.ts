import { randomInt } from 'node:crypto'

const lowerCase = '0123456789abcdefghijklmnopqrstuvwxyz'
/** Alphabet of access codes: everyone with such a code can open the page. */
export const accessCodeAlphabet = `${lowerCase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** Unpredictable text for references and codes, by default of digits and lower-case letters. */
export const randomText = (length: number, alphabet = lowerCase): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
