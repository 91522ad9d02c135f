/**
 * Writes the fonts of `ui/fonts.css` to `art/`: `node web/build/subset-fonts.mjs`. Run it after an update of a font and after a change of
 * `letters`; `ui/letters.test.ts` names a letter of the texts that no font has.
 *
 * Geist keeps all its letters, but only the weights that the pages use: a third less to download before the first page looks as it should.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** What Geist lacks of Hausa, Yoruba, Igbo, Kanuri and Efik, vowels with a middle tone, and the naira sign. */
const letters = 'ɓƁɗƊƙƘƴƳ ṣṢńŃǹǸḿḾ ṅṄ ǝƎ ŋŊ āĀēĒīĪōŌūŪ ₦'

const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } }
const geist = createRequire(import.meta.url)('@fontsource-variable/geist/unicode.json')

await writeSubset('geist-latin', 'geist/files/geist-latin-wght-normal', lettersOf(geist.latin))
await writeSubset('geist-vietnamese', 'geist/files/geist-vietnamese-wght-normal', lettersOf(geist.vietnamese))
await writeSubset('nigerian-letters', 'inter/files/inter-latin-ext-wght-normal', letters.replaceAll(' ', ''))

async function writeSubset(name, source, text) {
  const font = await readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${source}.woff2`)))
  await writeFile(new URL(`../art/${name}.woff2`, import.meta.url), await subsetFont(font, text, options))
}

/** The letters of ranges such as `U+0000-00FF,U+0131`. */
function lettersOf(ranges) {
  return ranges
    .split(',')
    .map((range) => {
      const [first, last = first] = range
        .slice(2)
        .split('-')
        .map((point) => Number.parseInt(point, 16))
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
    })
    .join('')
}
