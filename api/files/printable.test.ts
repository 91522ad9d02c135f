import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fromPackages } from './paths.ts'
import { hasHook, toPrintable } from './printable.ts'

interface Font {
  hasGlyphForCodePoint(point: number): boolean
}

const characters = 'ṣṢẹẸọỌńǹḿḾǸŃ ịỊụỤṅṄ àáèéẹ̀ẹ́ìíòóọ̀ọ́ùú ₦5,000 “Aṣọ-Òkè” – ’ … −'
const hooked = 'ɓƁɗƊƙƘƴƳ'

test('names in Nigerian languages are printed with characters that the fonts of PDFs have, without emoji', () => {
  const fontkit = createRequire(fromPackages.resolve('pdfkit'))('fontkit') as { openSync(path: string): Font }
  for (const [name, text] of [
    ['geist/400Regular/Geist_400Regular', characters],
    ['inter/400Regular/Inter_400Regular', characters + hooked],
  ]) {
    const font = fontkit.openSync(fromPackages.resolve(`@expo-google-fonts/${name}.ttf`))
    for (const one of toPrintable(text!))
      assert.ok(font.hasGlyphForCodePoint(one.codePointAt(0)!), `${one} ${one.codePointAt(0)!.toString(16)} in ${name}`)
  }
  assert.equal(hasHook(toPrintable(characters)), false)
  for (const one of hooked) assert.equal(hasHook(one), true)
  assert.equal(toPrintable('Ẹ̀bùn 🎁👨‍👩‍👧 & Ɗan Ƙasa'), 'Ẹ̀bùn & Ɗan Ƙasa')
  assert.equal(toPrintable('₦ 5 © 2026 #1'), 'NGN 5 © 2026 #1')
})
