import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

interface Font {
  hasGlyphForCodePoint(point: number): boolean
}
interface Face {
  font: Font
  ranges: [number, number][]
}

const pdfPackages = createRequire(createRequire(import.meta.resolve('../../api/package.json')).resolve('pdfkit'))
const fontkit = pdfPackages('fontkit') as { openSync(path: string): Font }
const folder = new URL('../languages/', import.meta.url)

/** The faces of `tokens.css` that are downloaded. */
function readFaces(): Face[] {
  const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  return [...css.matchAll(/@font-face \{[^}]+url\("([^"]+)"\)[^}]+unicode-range:([^;]+);/g)].map(
    ([, file, ranges]) => ({
      font: fontkit.openSync(
        file!.startsWith('.')
          ? fileURLToPath(new URL(file!, import.meta.url))
          : fileURLToPath(import.meta.resolve(file!)),
      ),
      ranges: ranges!.split(',').map((range) => {
        const [first, last = first] = range.trim().slice(2).split('-')
        return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
      }),
    }),
  )
}

test('every letter of the languages of payers, and of Nigerian names, is in a font of the pages', () => {
  const faces = readFaces()
  const names = 'ɓƁɗƊƙƘƴƳ ṣṢńŃǹǸḿḾ ẹẸọỌịỊụỤṅṄ ǝƎŋŊ āĀēĒīĪōŌūŪ àáèéìíòóùú ₦'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8').normalize('NFC'))
  const missing = [...new Set(`${names}${texts.join('')}`)].filter((one) => {
    const point = one.codePointAt(0)!
    if (point < 32) return false
    // The browser draws with the face that was declared last and contains the letter.
    const face = faces.findLast(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last))
    return !face?.font.hasGlyphForCodePoint(point)
  })
  assert.deepEqual(missing, [])
})
