/**
 * Writes `art/nigerian-letters.woff2`, the letters of Nigerian languages that Geist lacks, from Inter: `node web/build/subset-letters.mjs`.
 * Run it after a change of `letters`; `ui/letters.test.ts` names a letter of the texts that no font has.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Of Hausa, Yoruba, Igbo, Kanuri and Efik, vowels with a middle tone, and the naira sign. */
const letters = 'ɓƁɗƊƙƘƴƳ ṣṢńŃǹǸḿḾ ṅṄ ǝƎ ŋŊ āĀēĒīĪōŌūŪ ₦'

const source = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'))
const file = new URL('../art/nigerian-letters.woff2', import.meta.url)
const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } }
await writeFile(file, await subsetFont(await readFile(source), letters.replaceAll(' ', ''), options))
