import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fromPackages } from './paths.ts'
import { toPrintable } from './printable.ts'

interface Font {
  hasGlyphForCodePoint(point: number): boolean
}

test('names in Nigerian languages are printed with characters that the font of PDFs has, without emoji', () => {
  const fontkit = createRequire(fromPackages.resolve('pdfkit'))('fontkit') as { openSync(path: string): Font }
  const font = fontkit.openSync(fromPackages.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'))
  const characters = 'ṣṢẹẸọỌńǹḿḾǸŃ ịỊụỤṅṄ ɓƁɗƊƙƘƴƳ àáèéẹ̀ẹ́ìíòóọ̀ọ́ùú ₦5,000 “Aṣọ-Òkè” – ’ … −'
  for (const one of toPrintable(characters))
    assert.ok(font.hasGlyphForCodePoint(one.codePointAt(0)!), `${one} ${one.codePointAt(0)!.toString(16)}`)
  assert.equal(toPrintable('Ẹ̀bùn 🎁👨‍👩‍👧 & Ɗan Ƙasa'), 'Ẹ̀bùn & Dan Kasa')
  assert.equal(toPrintable('₦ 5 © 2026 #1'), 'NGN 5 © 2026 #1')
})
