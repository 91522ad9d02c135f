import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

interface Font {
  unitsPerEm: number
  ascent: number
  descent: number
  hasGlyphForCodePoint(point: number): boolean
}
interface Face {
  font: Font
  ranges: [number, number][]
}

const pdfPackages = createRequire(createRequire(import.meta.resolve('../../api/package.json')).resolve('pdfkit'))
const fontkit = pdfPackages('fontkit') as { openSync(path: string): Font }
const folder = new URL('../languages/', import.meta.url)

const css = readFileSync(new URL('fonts.css', import.meta.url), 'utf8')

/** The faces that are downloaded. */
function readFaces(): Face[] {
  return [...css.matchAll(/@font-face \{[^}]+url\("([^"]+)"\)[^}]+unicode-range:([^;]+);/g)].map(
    ([, file, ranges]) => ({
      font: fontkit.openSync(fileURLToPath(new URL(file!, import.meta.url))),
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

test('the fonts that are shown until Geist has loaded are as high as Geist', () => {
  const { ascent, descent, unitsPerEm } = readFaces()[1]!.font
  const faces = [
    ...css.matchAll(
      /local\([^}]+ascent-override: ([\d.]+)%;\s+descent-override: ([\d.]+)%;[^}]+size-adjust: ([\d.]+)%/g,
    ),
  ]
  assert.equal(faces.length, 6)
  for (const [face, ...values] of faces) {
    const [up, down, size] = values.map((percent) => Number(percent) / 100) as [number, number, number]
    assert.ok(Math.abs(up * size - ascent / unitsPerEm) < 0.001, face)
    assert.ok(Math.abs(down * size + descent / unitsPerEm) < 0.001, face)
  }
})
